import { createSocket } from 'node:dgram';
import { AddressPolicy } from '../../../../collector/network/address-policy.ts';
import { createDnsNetwork } from '../../../../collector/network/dns/create-dns-network.ts';
import { systemRandom as random } from '../../../../collector/start/system.ts';
import { labNetworks } from '../../../support/lab/lab-network.ts';
import { raiseNetwork } from '../../../support/lab/start-lab.ts';

/** Root servers that take questions and say nothing. */
const addresses = Array.from({ length: 8 }, (_, index) => `198.18.0.${101 + index}`);
await raiseNetwork();
await Promise.all(
  addresses.map((address) => new Promise<void>((resolve) => createSocket('udp4').bind(53, address, resolve))),
);
let time = Date.now();
const network = createDnsNetwork({
  policy: new AddressPolicy(labNetworks),
  rootServers: addresses.map((address, index) => ({ name: `${index}.roots`, addresses: [address] })),
  clock: { now: () => time },
  random,
  timeoutMilliseconds: 200,
});
const scan = async () => {
  const dns = network.forScan({ questions: 500, milliseconds: 30_000 });
  const names = ['one.example', 'two.example', 'other.test', 'www.one.example'];
  const answers = await Promise.all(
    names.flatMap((name) => [1, 28, 15].map((type) => dns.resolve(name, type))),
  );
  return {
    failures: [...new Set(answers.map(({ failure }) => failure))],
    messages: answers.map(({ failureMessage }) => failureMessage),
    questions: dns.questionsAsked,
  };
};
const first = await scan();
const second = await scan();
time += 60_000;
const later = await scan();
process.stdout.write(JSON.stringify({ first, second, later }), () => process.exit(0));
