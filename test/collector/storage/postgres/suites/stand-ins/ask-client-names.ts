import type { besideStores } from './beside-stores.ts';

type Beside = Awaited<ReturnType<typeof besideStores>>;
type Ask = Beside['ask'];

/** Names of clients of all sources: what holds of several, and what is forgotten. */
export async function askClientNames(
  ask: Ask,
  accountOf: (of: Parameters<Parameters<Ask>[1]>[1]) => number,
): Promise<void> {
  const list = (when: string) =>
    ask(`client names ${when}`, ({ clientNames }, of) => clientNames.list(accountOf(of)));
  const found = (source: 'lease' | 'reverse', name: string | null, second: number) =>
    ask(`found ${source} ${name}`, ({ clientNames }, of) => {
      const names = ['192.0.2.1', '192.0.2.3'].map((address) => ({ address, name }));
      return clientNames.putFound(accountOf(of), source, names, new Date(second * 1_000));
    });
  await list('of the operator');
  await found('reverse', 'a.lan', 100);
  await found('lease', 'tablet', 100);
  await found('lease', 'telephone', 200);
  for (const before of [150, 250]) {
    await list(`before ${before}`);
    await ask(`forget before ${before}`, ({ clientNames }, of) =>
      clientNames.forgetFound(accountOf(of), 'lease', new Date(before * 1_000)),
    );
  }
  await list('without leases');
  await found('reverse', null, 300);
  await list('of the operator again');
}
