import type { BrowserContext } from 'playwright-core';

const hourMs = 3_600_000;

/** Adds what a location learns within days: own zones, and what clients are for. */
export async function answerSite(context: BrowserContext): Promise<void> {
  await context.route('**/locations/*/site', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { roles: object[]; own_zones: object[] };
    const learned = (hoursAgo: number) => ({
      source: 'learned',
      since: new Date(Date.now() - hoursAgo * hourMs).toISOString(),
      last_seen: new Date(Date.now() - hourMs / 4).toISOString(),
    });
    const roles = [
      { client: '192.0.2.25', role: 'mail_server', ...learned(400) },
      { client: '192.0.2.53', role: 'resolver', ...learned(90) },
      { client: '192.0.2.40', role: 'scanner', ...learned(7) },
      ...Array.from({ length: 60 }, (_, index) => ({
        client: `198.51.100.${index + 1}`,
        role: 'shared',
        ...learned(500 + index),
      })),
    ];
    const zones = [
      { zone: 'office.example', ...learned(300) },
      { zone: 'lab.example', ...learned(60) },
    ];
    const json = {
      ...answer,
      roles: [...answer.roles, ...roles],
      own_zones: [...answer.own_zones, ...zones],
    };
    await route.fulfill({ response, json });
  });
}
