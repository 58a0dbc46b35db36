// @neo4j/graphql over a store that graphsvc filled: it takes NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD and PORT from the
// environment, and prints "ready" when it answers. Counts by year and area are what its users write by hand in Cypher.
import { createServer } from "node:http";
import { Neo4jGraphQL } from "@neo4j/graphql";
import { createYoga } from "graphql-yoga";
import neo4j from "neo4j-driver";

const typeDefs = /* GraphQL */ `
  extend schema @mutation(operations: [])

  type Area @node {
    id: ID!
    name: String!
  }

  type Paper @node {
    id: ID!
    title: String
    publishedYmd: Int @alias(property: "published_ymd")
    citedByCount: Int @alias(property: "cited_by_count")
    areas: [Area!]! @relationship(type: "IN_AREA", direction: OUT)
    citedBy: [Paper!]! @relationship(type: "CITES", direction: IN)
    citersByYear: [YearCount!]! @cypher(columnName: "entry", statement: """
      MATCH (this)<-[:CITES]-(citing:Paper)
      WITH citing.published_ymd / 10000 AS year, count(*) AS count ORDER BY year
      RETURN {year: year, count: count} AS entry
    """)
    citersByArea(first: Int! = 100): [AreaCount!]! @cypher(columnName: "entry", statement: """
      MATCH (this)<-[:CITES]-(:Paper)-[:IN_AREA]->(area:Area)
      WITH area, count(*) AS count
      WITH area.name AS name, count ORDER BY count DESC, name LIMIT toInteger($first)
      RETURN {name: name, count: count} AS entry
    """)
  }

  type YearCount { year: Int count: Int! }
  type AreaCount { name: String! count: Int! }
`;

const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, PORT } = process.env;
const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD), { maxConnectionPoolSize: 50 });
const schema = await new Neo4jGraphQL({ typeDefs, driver }).getSchema();
const yoga = createYoga({ schema, logging: false, graphiql: false, maskedErrors: false });
createServer(yoga).listen(Number(PORT), "127.0.0.1", () => console.log("ready"));
