"use strict";

const form = document.getElementById("ask");
const query = document.getElementById("query");
const variables = document.getElementById("variables");
const answer = document.getElementById("answer");

async function ask() {
  let given = null;
  try {
    given = variables.value.trim() ? JSON.parse(variables.value) : null;
  } catch (error) {
    answer.textContent = `The variables are not JSON: ${error.message}`;
    return;
  }
  answer.textContent = "…";
  try {
    const response = await fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/graphql-response+json" },
      body: JSON.stringify({ query: query.value, variables: given }),
    });
    answer.textContent = JSON.stringify(await response.json(), null, 2);
  } catch (error) {
    answer.textContent = `No answer: ${error.message}`;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    ask();
  }
});
