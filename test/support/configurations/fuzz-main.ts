import { createPageReader } from '../../../scanner/checks/tech/page-reader.ts';
import { ruleFiles } from '../../../scanner/checks/tech/rules/index.ts';
import { validateZone } from '../../../scanner/checks/zone-contents/validate-zone.ts';
import { ConfigurationError } from '../../../scanner/configuration/configuration-error.ts';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { Effort } from '../../../scanner/protocols/dnssec/crypto/effort.ts';
import { readZoneFile } from '../../../shared/zone-file/read-zone-file.ts';
import { recordExamples } from '../packets/record-examples.ts';
import { mutateZone, soundZone } from '../zones/mutate-zone.ts';
import { Random } from '../zones/random.ts';
import { readSet } from './configuration-sets.ts';
import { furtherSamples } from './further-samples.ts';
import { mutateConfiguration } from './mutate-configuration.ts';
import { samples } from './samples.ts';
import { secretPlaces } from './secret-places.ts';

/**
 * `nice scripts/run test/support/configurations/fuzz-main.ts [COUNT] [SECONDS] [FROM] [PARSERS]`: so many inputs for each parser, or as many as
 * fit into the seconds: the twelve kinds of configurations, `zone` and `page`. Tells of exceptions, and of what takes more than 50 ms of
 * processor time a third time too.
 */
const [count = 1_000_000, seconds = 3_600, from = 0] = process.argv.slice(2, 5).map(Number);
const only = process.argv[5]?.split(',');
const end = Date.now() + seconds * 1_000;
const slow = 50;

interface Parser {
  readonly input: (random: Random) => string;
  readonly read: (text: string) => unknown;
}

/** Takes octets out of a text, repeats them, or writes others: what no person does. */
function garble(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.below(40);
  const piece = text.slice(at, at + length);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + piece.repeat(2 + random.below(200)) + text.slice(at);
    case 2:
      return `${text.slice(0, at)}${random.of([...'{}[]()<>"\'`;:,#!&*|%@\\\t\r\n\u0000\u00a0\u2028\ufeff\ud800é'])}${text.slice(at)}`;
    case 3:
      return text.slice(0, at);
    default:
      return text.slice(at) + text.slice(0, at);
  }
}

const configurations = [...readSet('sound'), ...readSet('weak')];

function configurationParser(serverType: string): Parser {
  const texts = [
    ...(({ ...samples, ...furtherSamples } as Readonly<Record<string, readonly string[]>>)[serverType] ?? []),
    ...configurations.filter((one) => one.serverType === serverType).map(({ text }) => text),
    ...secretPlaces[serverType]!,
  ];
  return {
    input: (random) => {
      let text = random.of(texts);
      for (let changes = 1 + random.below(6); changes > 0 && /^\s*[^\s#;]/m.test(text); changes--)
        text = mutateConfiguration(text, random.below(2 ** 31)).text;
      return random.below(3) === 0 ? garble(text, random) : text;
    },
    read: (text) => {
      try {
        judgeConfiguration({ files: [{ name: 'file', content: Buffer.from(text) }], serverType });
      } catch (error) {
        // What is no text is refused as such.
        if (!(error instanceof ConfigurationError)) throw error;
      }
    },
  };
}

const zones = [
  soundZone,
  ...recordExamples.map(([type, text]) => `@ 60 SOA a b 1 2 3 4 5\n@ 60 NS a\na 60 ${type} ${text}\n`),
];
const pages = ruleFiles
  .flatMap(({ technologies }) => technologies.flatMap(({ examples }) => examples))
  .flatMap(({ page }) => page ?? []);
const now = 1_800_000_000;
const reader = createPageReader();
const parsers: Readonly<Record<string, Parser>> = {
  ...Object.fromEntries(Object.keys(secretPlaces).map((type) => [type, configurationParser(type)])),
  zone: {
    input: (random) => {
      let text = random.below(2) === 0 ? mutateZone(soundZone, random.below(2 ** 31)).text : random.of(zones);
      for (let changes = random.below(4); changes > 0; changes--)
        text = mutateConfiguration(text, random.below(2 ** 31)).text;
      return random.below(3) === 0 ? garble(text, random) : text;
    },
    read: (text) => {
      readZoneFile(text, { origin: 'example', defaultTtl: 60, onFault: () => undefined });
      validateZone(text, { zone: 'example', now, effort: new Effort({ signatures: 20, hashes: 1_000 }) });
    },
  },
  page: {
    input: (random) => {
      let text = random.of(pages) + random.of(pages);
      for (let changes = 1 + random.below(6); changes > 0; changes--) text = garble(text, random);
      return text;
    },
    read: (html) =>
      reader.detect(
        {
          url: 'https://www.example/',
          headers: { server: html.slice(0, 40), 'x-powered-by': html.slice(40, 90) },
          setCookies: [html.slice(0, 60)],
          html,
          dns: { TXT: [html.slice(0, 80)] },
          icons: [],
          certificateIssuer: html.slice(0, 30),
        },
        new AbortController().signal,
      ),
  },
};

async function cost(parser: Parser, text: string): Promise<number> {
  const start = process.threadCpuUsage();
  await parser.read(text);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

const told = { exceptions: 0, slow: 0 };
const chosen = Object.entries(parsers).filter(([name]) => only === undefined || only.includes(name));
let done = 0;
for (; done < count && Date.now() < end; done++) {
  for (const [name, parser] of chosen) {
    const text = parser.input(new Random(from + done));
    if (text === '') continue;
    try {
      // The first may compile, and the second meet the collection of garbage.
      if ((await cost(parser, text)) <= slow || (await cost(parser, text)) <= slow) continue;
      if ((await cost(parser, text)) <= slow) continue;
      told.slow++;
      console.log(`slow: ${name} ${from + done}`);
    } catch (error) {
      told.exceptions++;
      console.log(`${name} ${from + done}: ${(error as Error).stack}`);
    }
  }
}
console.log(
  `${done} inputs for each of ${chosen.length} parsers: ${told.exceptions} exceptions, ${told.slow} slow`,
);
