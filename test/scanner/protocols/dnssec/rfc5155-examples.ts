/**
 * Answers of the example zone of RFC 5155 appendix B, with its signatures. They are of 2012 and by RSASHA1-NSEC3-SHA1. The zone
 * has opt-out, so that most of its denials are insecure (section 9.2).
 */
export interface Rfc5155Example {
  readonly section: string;
  readonly name: string;
  readonly type: string;
  readonly responseCode: number;
  readonly answer: string;
  readonly authority: string;
  readonly status: 'secure' | 'insecure';
}

/** When the signatures were in force, milliseconds since 1970. */
export const rfc5155Time = Date.UTC(2012, 3, 20);

export const rfc5155Keys = `
example. DNSKEY 256 3 7 (
  AwEAAaetidLzsKWUt4swWR8yu0wPHPiUi8LUsAD0QPWU+wzt89epO6tHzkMBVDkC7qphQO2hTY4hHn9npWFRw5BYubE= )
example. DNSKEY 257 3 7 (
  AwEAAcUlFV1vhmqx6NSOUOq2R/dsR7Xm3upJj7IommWSpJABVfW8Q0rOvXdM6kzt+TAu92L9AbsUdblMFin8CVF3n4s= )
example. RRSIG DNSKEY 7 1 3600 20150420235959 20051021000000 12708 example. (
  AuU4juU9RaxescSmStrQks3Gh9FblGBlVU31uzMZ/U/FpsUb8aC6QZS+sTsJXnLnz7flGOsmMGQZf3bH+QsCtg== )
`;

export const rfc5155Examples: readonly Rfc5155Example[] = [
  {
    section: 'B.1',
    name: 'a.c.x.w.example',
    type: 'A',
    responseCode: 3,
    answer: ``,
    authority: `example. SOA ns1.example. bugs.x.w.example. 1 3600 300 3600000 3600
example. RRSIG SOA 7 1 3600 20150420235959 20051021000000 40430 example. (
  Hu25UIyNPmvPIVBrldN+9Mlp9Zql39qaUd8iq4ZLlYWfUUbbAS41pG+68z81q1xhkYAcEyHdVI2LmKusbZsT0Q== )
0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example. NSEC3 1 1 12 aabbccdd 2t7b4g4vsa5smi47k61mv5bv1a22bojr MX DNSKEY NS SOA NSEC3PARAM (
  RRSIG )
0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  OSgWSm26B+cS+dDL8b5QrWr/dEWhtCsKlwKLIBHYH6blRxK9rC0bMJPwQ4mLIuw85H2EY762BOCXJZMnpuwhpA== )
b4um86eghhds6nea196smvmlo4ors995.example. NSEC3 1 1 12 aabbccdd gjeqe526plbf1g8mklp59enfd789njgi MX RRSIG
b4um86eghhds6nea196smvmlo4ors995.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  ZkPG3M32lmoHM6pa3D6gZFGB/rhL//Bs3Omh5u4m/CUiwtblEVOaAKKZd7S959OeiX43aLX3pOv0TSTyiTxIZg== )
35mthgpgcu1qg68fab165klnsnk3dpvl.example. NSEC3 1 1 12 aabbccdd b4um86eghhds6nea196smvmlo4ors995 NS DS RRSIG
35mthgpgcu1qg68fab165klnsnk3dpvl.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  g6jPUUpduAJKRljUsN8gB4UagAX0NxY9shwQAynzo8EUWH+z6hEIBlUTPGj15eZll6VhQqgZXtAIR3chwgW+SA== )`,
    status: 'insecure',
  },
  {
    section: 'B.2',
    name: 'ns1.example',
    type: 'MX',
    responseCode: 0,
    answer: ``,
    authority: `example. SOA ns1.example. bugs.x.w.example. 1 3600 300 3600000 3600
example. RRSIG SOA 7 1 3600 20150420235959 20051021000000 40430 example. (
  Hu25UIyNPmvPIVBrldN+9Mlp9Zql39qaUd8iq4ZLlYWfUUbbAS41pG+68z81q1xhkYAcEyHdVI2LmKusbZsT0Q== )
2t7b4g4vsa5smi47k61mv5bv1a22bojr.example. NSEC3 1 1 12 aabbccdd 2vptu5timamqttgl4luu9kg21e0aor3s A RRSIG
2t7b4g4vsa5smi47k61mv5bv1a22bojr.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  OmBvJ1Vgg1hCKMXHFiNeIYHK9XVW0iLDLwJN4TFoNxZuP03gAXEI634YwOc4YBNITrj413iqNI6mRk/r1dOSUw== )`,
    status: 'secure',
  },
  {
    section: 'B.2.1',
    name: 'y.w.example',
    type: 'A',
    responseCode: 0,
    answer: ``,
    authority: `example. SOA ns1.example. bugs.x.w.example. 1 3600 300 3600000 3600
example. RRSIG SOA 7 1 3600 20150420235959 20051021000000 40430 example. (
  Hu25UIyNPmvPIVBrldN+9Mlp9Zql39qaUd8iq4ZLlYWfUUbbAS41pG+68z81q1xhkYAcEyHdVI2LmKusbZsT0Q== )
ji6neoaepv8b5o6k4ev33abha8ht9fgc.example. NSEC3 1 1 12 aabbccdd k8udemvp1j2f7eg6jebps17vp3n8i58h
ji6neoaepv8b5o6k4ev33abha8ht9fgc.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  gPkFp1s2QDQ6wQzcg1uSebZ61W33rUBDcTj72F3kQ490fEdp7k1BUIfbcZtPbX3YCpE+sIt0MpzVSKfTwx4uYA== )`,
    status: 'secure',
  },
  {
    section: 'B.3',
    name: 'mc.c.example',
    type: 'MX',
    responseCode: 0,
    answer: ``,
    authority: `c.example. NS ns1.c.example.
c.example. NS ns2.c.example.
35mthgpgcu1qg68fab165klnsnk3dpvl.example. NSEC3 1 1 12 aabbccdd b4um86eghhds6nea196smvmlo4ors995 NS DS RRSIG
35mthgpgcu1qg68fab165klnsnk3dpvl.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  g6jPUUpduAJKRljUsN8gB4UagAX0NxY9shwQAynzo8EUWH+z6hEIBlUTPGj15eZll6VhQqgZXtAIR3chwgW+SA== )
0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example. NSEC3 1 1 12 aabbccdd 2t7b4g4vsa5smi47k61mv5bv1a22bojr MX DNSKEY NS SOA NSEC3PARAM (
  RRSIG )
0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  OSgWSm26B+cS+dDL8b5QrWr/dEWhtCsKlwKLIBHYH6blRxK9rC0bMJPwQ4mLIuw85H2EY762BOCXJZMnpuwhpA== )`,
    status: 'insecure',
  },
  {
    section: 'B.3',
    name: 'c.example',
    type: 'DS',
    responseCode: 0,
    answer: ``,
    authority: `35mthgpgcu1qg68fab165klnsnk3dpvl.example. NSEC3 1 1 12 aabbccdd b4um86eghhds6nea196smvmlo4ors995 NS DS RRSIG
35mthgpgcu1qg68fab165klnsnk3dpvl.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  g6jPUUpduAJKRljUsN8gB4UagAX0NxY9shwQAynzo8EUWH+z6hEIBlUTPGj15eZll6VhQqgZXtAIR3chwgW+SA== )
0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example. NSEC3 1 1 12 aabbccdd 2t7b4g4vsa5smi47k61mv5bv1a22bojr MX DNSKEY NS SOA NSEC3PARAM (
  RRSIG )
0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  OSgWSm26B+cS+dDL8b5QrWr/dEWhtCsKlwKLIBHYH6blRxK9rC0bMJPwQ4mLIuw85H2EY762BOCXJZMnpuwhpA== )`,
    status: 'insecure',
  },
  {
    section: 'B.4',
    name: 'a.z.w.example',
    type: 'MX',
    responseCode: 0,
    answer: `a.z.w.example. MX 1 ai.example.
a.z.w.example. RRSIG MX 7 2 3600 20150420235959 20051021000000 40430 example. (
  CikebjQwGQPwijVcxgcZcSJKtfynugtlBiKb9FcBTrmOoyQ4InoWVudhCWsh/URX3lc4WRUMivEBP6+4KS3ldA== )`,
    authority: `example. NS ns1.example.
example. NS ns2.example.
example. RRSIG NS 7 1 3600 20150420235959 20051021000000 40430 example. (
  PVOgtMK1HHeSTau+HwDWC8Ts+6C8qtqd4pQJqOtdEVgg+MA+ai4fWDEhu3qHJyLcQ9tbD2vvCnMXjtz6SyObxA== )
q04jkcevqvmu85r014c7dkba38o0ji5r.example. NSEC3 1 1 12 aabbccdd r53bq7cc2uvmubfu5ocmm6pers9tk9en A RRSIG
q04jkcevqvmu85r014c7dkba38o0ji5r.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  hV5I89b+4FHJDATp09g4bbN0R1F845CaXpL3ZxlMKimoPAyqletMlEWwLfFia7sdpSzn+ZlNNlkxWcLsIlMmUg== )`,
    status: 'insecure',
  },
  {
    section: 'B.5',
    name: 'a.z.w.example',
    type: 'AAAA',
    responseCode: 0,
    answer: ``,
    authority: `example. SOA ns1.example. bugs.x.w.example. 1 3600 300 3600000 3600
example. RRSIG SOA 7 1 3600 20150420235959 20051021000000 40430 example. (
  Hu25UIyNPmvPIVBrldN+9Mlp9Zql39qaUd8iq4ZLlYWfUUbbAS41pG+68z81q1xhkYAcEyHdVI2LmKusbZsT0Q== )
k8udemvp1j2f7eg6jebps17vp3n8i58h.example. NSEC3 1 1 12 aabbccdd kohar7mbb8dc2ce8a9qvl8hon4k53uhi
k8udemvp1j2f7eg6jebps17vp3n8i58h.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  FtXGbvF0+wf8iWkyo73enAuVx03klN+pILBKS6qCcftVtfH4yVzsEZquJ27NHR7ruxJWDNMtOtx7w9WfcIg62A== )
q04jkcevqvmu85r014c7dkba38o0ji5r.example. NSEC3 1 1 12 aabbccdd r53bq7cc2uvmubfu5ocmm6pers9tk9en A RRSIG
q04jkcevqvmu85r014c7dkba38o0ji5r.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  hV5I89b+4FHJDATp09g4bbN0R1F845CaXpL3ZxlMKimoPAyqletMlEWwLfFia7sdpSzn+ZlNNlkxWcLsIlMmUg== )
r53bq7cc2uvmubfu5ocmm6pers9tk9en.example. NSEC3 1 1 12 aabbccdd t644ebqk9bibcna874givr6joj62mlhv MX RRSIG
r53bq7cc2uvmubfu5ocmm6pers9tk9en.example. RRSIG NSEC3 7 2 3600 20150420235959 20051021000000 40430 example. (
  aupviViruXs4bDg9rCbezzBMf9h1ZlDvbW/CZFKulIGXXLj8B/fsDJarXVDA9bnUoRhEbKp+HF1FWKW7RIJdtQ== )`,
    status: 'insecure',
  },
];
