import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { PageWork } from '../../../../collector/workers/page-work.ts';
import { lookAtTechnologies } from '../../../../scanner/checks/tech/look-at-technologies.ts';
import { BlockLedger } from '../../../support/loads/block-ledger.ts';
import { createTestMeter } from '../../../support/meter.ts';
import { startLocalSite } from '../../../support/scans/local-site.ts';
import { silentLog } from '../../../support/silent-log.ts';

const megabyte = 1_024 * 1_024;
/** What one look may take of the network here, in place of eight seconds. */
const patience = 1_500;

interface HostileSite {
  /** Of its page; others are answered with 404. */
  readonly answer: RequestListener;
  /** What is told of it: whether a bound was reached, or the code of the error. */
  readonly told: 'whole' | 'partial' | 'refused' | 'timeout' | 'unreachable';
  /** Requests that it gets at most, icons included. */
  readonly requests?: number;
}

const page =
  (html: string, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', type).end(html);

/** Writes the same over and over for as long as somebody reads. */
function endless(response: ServerResponse, piece: Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}

const bomb = gzipSync(Buffer.alloc(100 * megabyte));
const bombInBomb = gzipSync(gzipSync(Buffer.alloc(50 * megabyte)));

const sites: Readonly<Record<string, HostileSite>> = {
  'prefixes that make an engine go back': {
    answer: page(`${'<div class="widget '.repeat(30_000)}${'<a>'.repeat(50_000)}`),
    told: 'partial',
  },
  '100,000 tags within each other': { answer: page('<b>'.repeat(100_000)), told: 'partial' },
  '50 MB': {
    answer: (_request, response) => void response.end(Buffer.alloc(50 * megabyte, '<p>a')),
    told: 'partial',
  },
  'a stream without end': {
    answer: (_request, response) => endless(response, Buffer.alloc(64 * 1_024, '<i>')),
    told: 'partial',
  },
  'a gzip bomb': {
    answer: (_request, response) => void response.setHeader('content-encoding', 'gzip').end(bomb),
    told: 'partial',
  },
  'a bomb within a bomb': {
    answer: (_request, response) => void response.setHeader('content-encoding', 'gzip, gzip').end(bombInBomb),
    told: 'partial',
  },
  'a slow drip': {
    answer: (_request, response) => {
      const drip = setInterval(() => response.write('<p>'), 20);
      response.on('close', () => clearInterval(drip));
    },
    told: 'partial',
  },
  'headers that do not come': { answer: () => undefined, told: 'timeout' },
  'redirects that go round': {
    answer: (_request, response) => void response.writeHead(302, { location: '/' }).end(),
    told: 'refused',
    requests: 6,
  },
  'redirects without end': {
    answer: (request, response) => void response.writeHead(302, { location: `/${request.url}1` }).end(),
    told: 'refused',
    requests: 8,
  },
  'a redirect to where nobody may go': {
    answer: (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    told: 'refused',
  },
  'pages that refresh to others': {
    answer: page('<meta http-equiv="refresh" content="0; url=/next"><p>a'),
    told: 'whole',
    requests: 2,
  },
  'a header of 100,000 octets': {
    answer: (_request, response) => void response.setHeader('x-long', 'a'.repeat(100_000)).end('<p>a'),
    told: 'unreachable',
  },
  '4,000 cookies': {
    answer: (_request, response) => {
      const cookies = Array.from(
        { length: 4_000 },
        (_, at) => `c${at}=1; expires=Thu, 01 Jan 2099 00:00:00 GMT`,
      );
      response.setHeader('set-cookie', cookies).end('<p>a');
    },
    told: 'unreachable',
  },
  'as many cookies as fit': {
    answer: (_request, response) => {
      response
        .setHeader(
          'set-cookie',
          Array.from({ length: 900 }, (_, at) => `c${at}=1`),
        )
        .end('<p>a');
    },
    told: 'whole',
  },
  'a list of attributes without end': { answer: page(`<div ${'a="b" '.repeat(400_000)}>`), told: 'whole' },
  'a million scripts': { answer: page('<script src=a></script>'.repeat(1_000_000)), told: 'partial' },
  'a script that says nothing at length': {
    answer: page(`<script>${'var a = "jquery";'.repeat(120_000)}</script>`),
    told: 'whole',
  },
  'thousands of icons and frames': {
    answer: page(
      Array.from(
        { length: 5_000 },
        (_, at) => `<link rel="icon" href="/${at}.png"><iframe src="/frame-${at}"></iframe>`,
      ).join(''),
    ),
    told: 'whole',
    requests: 3,
  },
  'a coding that is none': {
    answer: (_request, response) =>
      void response.setHeader('content-encoding', 'br').end('this is no Brotli'),
    told: 'partial',
  },
  'a charset that is another': {
    answer: page('\u00ff\u00fe'.repeat(megabyte), 'text/html; charset=gb18030'),
    told: 'partial',
  },
  'a charset that is none': {
    answer: page('<title>\u0000\ud800</title>', 'text/html; charset=nonsense'),
    told: 'whole',
  },
};

const work = new PageWork({ count: 1, log: silentLog, meter: createTestMeter(), files: { rules: [] } });
test.after.always(() => work.stop());

for (const [name, { answer, told, requests = 4 }] of Object.entries(sites)) {
  test.serial(`${name}: the look ends, and nobody waits for it`, async (t) => {
    t.timeout(120_000);
    let asked = 0;
    const site = await startLocalSite(
      t,
      (request, response) => {
        asked++;
        if (/^\/(?:favicon\.ico|\d+\.png)$/.test(request.url!)) response.writeHead(404).end();
        else answer(request, response);
      },
      { withoutTls: true },
    );
    const look = async () => {
      asked = 0;
      const ports = site.open(AbortSignal.timeout(60_000));
      const { result, errors } = await lookAtTechnologies(
        { domain: 'www.example', url: 'http://www.example/' },
        {
          ...ports,
          pages: work,
          fetch: (url, options) =>
            ports.fetch(url, {
              ...options,
              milliseconds: Math.min(patience, options.milliseconds ?? patience),
            }),
        },
        'test',
      );
      if (result.site === null) return errors.at(-1)!.code;
      return result.partial ? 'partial' : 'whole';
    };
    // The first look loads what all others use.
    await look();
    const ledger = new BlockLedger();
    t.is(await ledger.judge(t, { what: name, run: look }), told);
    t.true(asked <= requests, `${asked} requests`);
    ledger.tell(t, 1);
  });
}
