import test from 'ava';
import { makeKey, signerRecord } from '../../../../scanner/bench/lab/keys.ts';
import {
  validateSignedZoneText,
  validateZoneText,
} from '../../../../scanner/checks/zonemd/validate-zone-text.ts';
import { readTrustAnchors } from '../../../../scanner/protocols/dnssec/chain/trust-anchor.ts';
import { withKeys, zoneText } from '../../../support/lab/write-zone.ts';
import type { LabSigning } from '../../../support/lab/zone.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { zonemdExamples } from './rfc8976-examples.ts';

const stranger = makeKey('example', 15);
const day = 86_400_000;

const signings: Readonly<Record<string, LabSigning>> = {
  'a digest and NSEC': { zonemd: 1 },
  'a digest and NSEC3': { zonemd: 2, nsec3: { salt: 'ab' } },
  'no digest and NSEC': {},
  'no digest and NSEC3': { nsec3: { salt: '' } },
};

for (const [title, signing] of Object.entries(signings)) {
  test(`a signed zone with ${title}: its trust anchor vouches for that`, async (t) => {
    const keyed = withKeys({ name: 'example', records: 'www A 192.0.2.1', signing });
    const text = await zoneText(keyed, [keyed], await temporaryDirectory(t));
    const good = signing.zonemd === undefined ? 'absent' : 'valid';
    const judge = (anchor: string, zone = text, now = Date.now()) =>
      validateSignedZoneText(zone, 'example', {
        anchors: readTrustAnchors(anchor),
        clock: { now: () => now },
      });
    const own = (keyed.keys ?? []).map((key) => signerRecord(key)).join('\n');
    t.like(await judge(own), { status: good, security: { status: 'secure' } });
    t.like(await judge(signerRecord(stranger)), { status: 'invalid', security: { status: 'bogus' } });
    t.like(await judge(own, text, Date.now() + 400 * day), { status: 'invalid' });
    t.like(await judge(signerRecord(makeKey('test', 15))), {
      status: good,
      security: { status: 'indeterminate' },
    });
    const stripped = text.replaceAll(/^.*\tRRSIG\t.*\n/gm, '');
    t.like(await judge(own, stripped), { status: 'invalid', security: { status: 'bogus' } });
  });
}

test('a zone that is not named takes its name from its SOA', (t) => {
  for (const { text, zone } of zonemdExamples.filter((example) => example.text.includes('example. '))) {
    t.like(validateZoneText(text), { status: 'valid', zone });
  }
});

test('records without a time to live have the last field of the SOA for it', (t) => {
  const zone = (ttl: string) => `village.example. ${ttl} SOA ns h 7 1 1 1 900\nns ${ttl} A 192.0.2.1
village.example. ${ttl} NS ns\nvillage.example. ${ttl} ZONEMD 7 1 1 ${'00'.repeat(48)}`;
  const digest = (text: string) => validateZoneText(text).records[0]?.expected;
  t.is(digest(zone('')), digest(zone('900')));
  t.not(digest(zone('')), digest(zone('901')));
});
