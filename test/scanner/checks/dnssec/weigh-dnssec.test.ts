import test from 'ava';
import { weighDnssec } from '../../../../scanner/checks/dnssec/weigh-dnssec.ts';
import type { Finding } from '../../../../scanner/ports/finding.ts';

const finding = (status: Finding['status'], severity?: Finding['severity']): Finding => ({
  code: 'a_code',
  status,
  message: 'A sentence.',
  rule: 'RFC 4035 section 5',
  ...(severity === undefined ? {} : { severity }),
});
const secure = { status: 'secure', valid: true } as const;

const cases: readonly [string, Parameters<typeof weighDnssec>, ReturnType<typeof weighDnssec>][] = [
  ['nothing wrong', [secure, [finding('pass'), finding('info')]], { verdict: 'sound', score: 100 }],
  [
    'small faults',
    [secure, [finding('warning', 'low'), finding('warning', 'medium')]],
    { verdict: 'improvable', score: 84 },
  ],
  ['a grave fault', [secure, [finding('fail', 'high')]], { verdict: 'weak', score: 70 }],
  ['many grave faults', [secure, Array(9).fill(finding('fail', 'high'))], { verdict: 'weak', score: 1 }],
  ['a critical one', [secure, [finding('fail', 'critical')]], { verdict: 'broken', score: 0 }],
  ['a bogus chain', [{ status: 'bogus', valid: false }, []], { verdict: 'broken', score: 0 }],
  ['no DS record', [{ status: 'insecure', valid: false }, []], { verdict: 'unsigned', score: 0 }],
  ['no answer', [{ status: null, valid: null }, []], { verdict: 'unknown', score: null }],
  ['no look at all', [undefined, []], { verdict: 'unknown', score: null }],
];

for (const [what, input, expected] of cases) {
  test(`${what}: ${expected.verdict}`, (t) => {
    t.deepEqual(weighDnssec(...input), expected);
  });
}
