FROM python:3.12-slim AS build
WORKDIR /src
RUN pip install --no-cache-dir build
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY cypher cypher
COPY schema schema
RUN python -m build --wheel --outdir /dist

FROM python:3.12-slim
COPY requirements.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock
COPY --from=build /dist /tmp/dist
RUN pip install --no-cache-dir --no-deps /tmp/dist/*.whl && useradd --create-home graphsvc
USER graphsvc
ENV GRAPHSVC_HOST=0.0.0.0
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health/ready', timeout=4)"]
CMD ["graphsvc", "serve"]
