import test from 'ava';
import { MessageReader } from '../../../resolver-plugin/dnstap/message-reader.ts';
import { policyRuleText } from '../../../resolver-plugin/dnstap/policy-rule.ts';
import { encodeDnstap, type PolicyFields, sampleMessage } from '../../support/resolvers/dnstap-messages.ts';

function textOf(policy?: PolicyFields): string {
  const reader = new MessageReader();
  const frame = encodeDnstap(sampleMessage(policy === undefined ? {} : { policy }));
  reader.read(frame, 0, frame.length);
  return policyRuleText(reader.view);
}

test('the policy that fired, as rows keep it', (t) => {
  const name = Buffer.from('\x03WwW\x07example\x00', 'latin1');
  t.is(textOf(), '');
  t.is(textOf({ type: 'RPZ', rule: name, action: 1 }), 'RPZ www.example NXDOMAIN');
  t.is(textOf({ type: 'RPZ', rule: Buffer.from([0]), action: 3 }), 'RPZ . PASS');
  t.is(textOf({ type: 'own', rule: Buffer.from('rule\n7'), action: 99 }), 'own rule?7');
  t.is(textOf({ type: 'RPZ', rule: Buffer.from('\x09text') }), 'RPZ ?text');
  t.is(textOf({ rule: Buffer.alloc(1_000, 0x61) }).length, 255);
});
