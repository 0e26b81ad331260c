import type { BrowserContext } from 'playwright-core';

const hourMs = 3_600_000;

/**
 * Fills the hours that agents have not been running for, because hours are written down as they pass: two days with traffic by the
 * hour, an hour of silence, and losses now and then.
 */
export async function answerLosses(context: BrowserContext): Promise<void> {
  await context.route('**/agents/losses?**', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as {
      from: string;
      to: string;
      agents: { host: string; hours: object[] }[];
    };
    for (const agent of answer.agents)
      agent.hours = hoursBetween(Date.parse(answer.from), Date.parse(answer.to));
    await route.fulfill({ response, json: answer });
  });
}

function hoursBetween(from: number, to: number): object[] {
  const first = Math.ceil(from / hourMs);
  const hours = Array.from({ length: Math.floor(to / hourMs) - first }, (_, index) => index);
  return hours
    .filter((index) => index !== 17)
    .map((index) => ({
      hour: new Date((first + index) * hourMs).toISOString(),
      rows: Math.round(4_000 + 3_000 * Math.sin((index / 24) * 2 * Math.PI)),
      rejected_rows: 0,
      missing_batches: index === 18 ? 3 : 0,
      packets_dropped: index % 11 === 4 ? 140 - index : 0,
      messages_dropped: index % 19 === 7 ? 36 : 0,
      messages_malformed: 2,
      rows_dropped: index === 18 ? 60 : 0,
    }));
}
