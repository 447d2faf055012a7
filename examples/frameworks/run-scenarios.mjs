/**
 * Runs what the first argument lists, `[{ "agent": "orderDesk", "questions": ["…"] }]`: the questions of one entry at
 * once, the entries one after another. Prints one line of JSON for each question: its answer, or why it failed.
 *
 * @param {Record<string, (question: string) => Promise<string>>} agents Each answers a question.
 */
export async function runScenarios(agents) {
  for (const { agent, questions } of JSON.parse(process.argv[2])) {
    await Promise.all(questions.map((question) => ask(agents[agent], question)));
  }
}

async function ask(agent, question) {
  const outcome = await agent(question).then(
    (answer) => ({ answer }),
    (error) => ({ failure: String(error?.stack ?? error) }),
  );
  console.log(JSON.stringify({ question, ...outcome }));
}
