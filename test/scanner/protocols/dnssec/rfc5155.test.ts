import test from 'ava';
import { ChainOfTrust } from '../../../../scanner/protocols/dnssec/chain/chain-of-trust.ts';
import { readTrustAnchors } from '../../../../scanner/protocols/dnssec/chain/trust-anchor.ts';
import { nsec3Hash } from '../../../../scanner/protocols/dnssec/denial/nsec3-hash.ts';
import { validateAnswer } from '../../../../scanner/protocols/dnssec/validate-answer.ts';
import { recordTypeNumber } from '../../../../shared/dns/record-types.ts';
import { base32Octets } from '../../../../shared/zone-file/octets.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';
import { recordedAnswer } from '../../../support/http/recorded-answer.ts';
import { rfc5155Examples, rfc5155Keys, rfc5155Time } from './rfc5155-examples.ts';

/** The key with the SEP bit. */
const anchor = /example\. DNSKEY 257 3 7[^)]*\)/.exec(rfc5155Keys)?.[0] ?? '';

/** The record of *.w.example. */
const wildcard = 'r53bq7cc2uvmubfu5ocmm6pers9tk9en.example';

function judge(example: (typeof rfc5155Examples)[number], without?: string) {
  const chain = new ChainOfTrust({
    anchors: readTrustAnchors(anchor),
    clock: { now: () => rfc5155Time },
    sha1: 'accept',
    lookUp: async (name, type) => recordedAnswer(name, type, { answer: rfc5155Keys }),
  });
  const { name, type } = example;
  const answer = recordedAnswer(name, recordTypeNumber(type)!, example);
  const authority = answer.authority.filter((record) => record.name !== without);
  return validateAnswer({ ...answer, authority }, chain);
}

for (const example of rfc5155Examples) {
  const subject = `${example.name} ${example.type} of RFC 5155 appendix ${example.section}`;
  test(`${subject} is ${example.status}`, async (t) => {
    const validation = await judge(example);
    t.is(validation?.status, example.status, validation?.message);
  });

  test(`${subject} is bogus without any one of its NSEC3 records`, async (t) => {
    const denials = readZoneFile(example.authority, { defaultTtl: 60 }).filter(({ type }) => type === 50);
    t.true(denials.length > 0);
    for (const { name } of denials) {
      const validation = await judge(example, name);
      // Opt-out may have left out an empty non-terminal (RFC 7129 section 5.5): then no wildcard needs to be denied.
      const isOptedOut = name === wildcard && validation?.status === 'insecure';
      t.true(isOptedOut || validation?.status === 'bogus', `without ${name}: ${validation?.message}`);
    }
  });
}

// RFC 5155 appendix A.
const hashes: Readonly<Record<string, string>> = {
  example: '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom',
  'a.example': '35mthgpgcu1qg68fab165klnsnk3dpvl',
  'ai.example': 'gjeqe526plbf1g8mklp59enfd789njgi',
  'ns1.example': '2t7b4g4vsa5smi47k61mv5bv1a22bojr',
  'ns2.example': 'q04jkcevqvmu85r014c7dkba38o0ji5r',
  'w.example': 'k8udemvp1j2f7eg6jebps17vp3n8i58h',
  '*.w.example': 'r53bq7cc2uvmubfu5ocmm6pers9tk9en',
  'x.w.example': 'b4um86eghhds6nea196smvmlo4ors995',
  'y.w.example': 'ji6neoaepv8b5o6k4ev33abha8ht9fgc',
  'x.y.w.example': '2vptu5timamqttgl4luu9kg21e0aor3s',
};

for (const [name, hash] of Object.entries(hashes)) {
  test(`the hash of ${name} is that of RFC 5155 appendix A`, (t) => {
    t.deepEqual(nsec3Hash(name, Buffer.from('aabbccdd', 'hex'), 12), base32Octets(hash));
  });
}
