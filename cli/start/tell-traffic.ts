import type { SondeClient } from '@sonde/client/sonde-client.ts';

const everyMs = 3_000;

/** Says how many queries were seen and the name most asked for, each time that has changed. Returns what ends it. */
export function tellTraffic(client: SondeClient, say: (text: string) => void): () => void {
  let known = -1;
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    try {
      const { totals, top_names, open_threats } = await client.call('GET /api/v1/dns-monitoring/stats', {
        query: { top: 1 },
      });
      if (totals.queries !== known && totals.queries > 0) {
        const top = top_names[0];
        const parts = [
          `${totals.queries} queries in 24 hours`,
          ...(known >= 0 ? [`${totals.queries - known} new`] : []),
          ...(top === undefined ? [] : [`top name: ${top.name} (${top.count})`]),
          ...(open_threats > 0 ? [`${open_threats} open threats`] : []),
        ];
        say(`${new Date().toISOString().slice(11, 19)}  ${parts.join(' · ')}`);
      }
      known = totals.queries;
    } catch {
      // The collector may be busy or on its way out; the next look tells.
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  void look();
  return () => clearInterval(timer);
}
