import { labNetwork } from '../../../support/lab/lab-network.ts';
import { runCase } from '../../../support/lab/run-case.ts';

const big = Array.from({ length: 12 }, () => `"${'x'.repeat(200)}"`).join(' ');

await runCase(
  {
    resolver: [],
    zones: [
      {
        name: 'shop.example',
        records: `www A 198.18.10.1\nfar A 198.18.0.3\nalias CNAME www\nother CNAME www.plain.example.\nbig TXT ${big}\nloop CNAME loop2\nloop2 CNAME loop\nold DNAME plain.example.`,
      },
      { name: 'plain.example', signing: false, records: 'www A 198.18.10.2\nns A 198.18.0.3' },
      // Its servers are named in another zone: without glue.
      {
        name: 'hosted.example',
        records: '@ SOA ns1.shop.example. h 1 3600 600 86400 60\n@ NS ns1.shop.example.\nwww A 198.18.10.3',
        delegation: (usual) =>
          `hosted.example. NS ns1.shop.example.\n${usual
            .split('\n')
            .filter((line) => / DS /.test(line))
            .join('\n')}`,
      },
      // The zone above knows no address of its server.
      {
        name: 'far.example',
        signing: false,
        records: '@ SOA far.shop.example. h 1 3600 600 86400 60\n@ NS far.shop.example.\nwww A 198.18.10.5',
        delegation: () => 'far.example. NS far.shop.example.',
      },
      // The server whose address comes along is gone; the other one has to be looked for.
      {
        name: 'half.example',
        signing: false,
        records:
          '@ SOA ns.plain.example. h 1 3600 600 86400 60\n@ NS ns1\n@ NS ns.plain.example.\nns1 A 198.18.9.9\nwww A 198.18.10.4',
        delegation: () =>
          'half.example. NS ns1.half.example.\nhalf.example. NS ns.plain.example.\nns1.half.example. A 198.18.9.9',
      },
      { name: 'dead.example', unserved: true, servers: ['198.18.9.9'] },
    ],
  },
  async (lab) => {
    const questions = [
      ['www.shop.example', 1],
      ['alias.shop.example', 1],
      ['other.shop.example', 1],
      ['www.old.shop.example', 1],
      ['missing.shop.example', 1],
      ['shop.example', 28],
      ['shop.example', 43],
      ['plain.example', 43],
      ['big.shop.example', 16],
      ['loop.shop.example', 1],
      ['www.hosted.example', 1],
      ['www.half.example', 1],
      ['www.dead.example', 1],
    ] as const;
    const results: Record<string, unknown> = {};
    for (const [how, stub] of [
      ['iterative', []],
      ['stub', ['198.18.0.53']],
    ] as const) {
      const dns = labNetwork(lab, { stub }).forScan({ questions: 200, milliseconds: 20_000 });
      for (const [name, type] of questions) {
        const before = dns.questionsAsked;
        const { failure, responseCode, answer, authority, transport } = await dns.resolve(name, type);
        results[`${how} ${name} ${type}`] = {
          failure,
          responseCode,
          answer: answer
            .filter((record) => record.type !== 46)
            .map((record) => `${record.type} ${record.text.slice(0, 40)}`),
          authority: authority.length,
          transport,
          questions: dns.questionsAsked - before,
        };
      }
      results[`${how} zone`] = await dns.zoneOf('www.shop.example');
    }
    // Scan after scan of zones that others serve.
    const network = labNetwork(lab);
    const inTurn: { found: string[]; questions: number }[] = [];
    for (const name of ['www.plain.example', 'www.far.example', 'www.far.example']) {
      const dns = network.forScan({ questions: 50, milliseconds: 20_000 });
      const { answer } = await dns.resolve(name, 1);
      inTurn.push({
        found: answer.filter(({ type }) => type === 1).map(({ text }) => text),
        questions: dns.questionsAsked,
      });
    }
    const zones = labNetwork(lab).zones;
    const short = labNetwork(lab).forScan({ questions: 2, milliseconds: 20_000 });
    return {
      results,
      inTurn,
      refused: await zones.transfer('198.18.0.3', 'shop.example'),
      budget: (await short.resolve('www.shop.example', 1)).failure,
    };
  },
);
