import test from 'ava';
import type { Check } from '../../../scanner/run/check.ts';
import { chooseChecks, type ScanScope } from '../../../scanner/run/choose-checks.ts';
import { InvalidInput } from '../../../shared/errors.ts';
import { quietScanner } from '../../support/scans/offline-world.ts';

const checks: readonly Check[] = [
  { scanner: quietScanner('records'), level: 'basic', family: 'dns' },
  { scanner: quietScanner('spf'), level: 'basic', family: 'email' },
  { scanner: quietScanner('tls'), level: 'certificate', family: 'security', aliases: ['ssl', 'ssl-chain'] },
  { scanner: quietScanner('caa'), level: 'advanced', family: 'security' },
];

const scope: ScanScope = { checkSsl: true, advanced: false, expert: false };
const chosen = (change: Partial<ScanScope>) =>
  chooseChecks(checks, { ...scope, ...change }).scanners.map(({ id }) => id);

test('levels add up', (t) => {
  t.deepEqual(chosen({}), ['records', 'spf', 'tls']);
  t.deepEqual(chosen({ checkSsl: false }), ['records', 'spf']);
  t.deepEqual(chosen({ advanced: true, checkSsl: false }), ['records', 'spf', 'caa']);
  t.deepEqual(chosen({ expert: true }), ['records', 'spf', 'tls', 'caa']);
  t.deepEqual(chosen({ expert: true, options: { dns: [] } }), ['records', 'spf', 'tls', 'caa']);
});

test("an expert's options choose alone, by any of their words and in any order", (t) => {
  const options = { email: ['spf'], security: ['ssl-chain', 'ssl'] };
  t.deepEqual(chosen({ expert: true, options }), ['spf', 'tls']);
  t.deepEqual(chosen({ options }), ['records', 'spf', 'tls'], 'for experts alone');
});

test('what has no source is told, what is unknown is refused', (t) => {
  const options = { intel: ['whois'], security: ['cert-transparency', 'caa'] };
  t.like(chooseChecks(checks, { ...scope, expert: true, options }), {
    unsupported: ['cert-transparency', 'whois'],
  });
  const error = t.throws(() => chosen({ expert: true, options: { dns: ['records', 'spf'] } }), {
    instanceOf: InvalidInput,
  });
  t.is(error?.details?.[0]?.path, 'options.dns.1');
});
