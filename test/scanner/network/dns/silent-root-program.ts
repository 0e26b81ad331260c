import { createSocket } from 'node:dgram';
import { labNetworks, raiseNetwork } from '../../../../scanner/bench/lab/raise-network.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { createDnsNetwork } from '../../../../scanner/network/dns/create-dns-network.ts';
import { systemRandom as random } from '../../../../shared/system/system.ts';

const eight = (from: number) => Array.from({ length: 8 }, (_, index) => `198.18.0.${from + index}`);
/** Root servers that take questions and say nothing. */
const silent = eight(101);
/** Addresses of root servers at which a resolver answers in their place, that knows nothing. */
const replaced = eight(121);
await raiseNetwork();
await Promise.all(
  [...silent, ...replaced].map((address) => {
    const socket = createSocket('udp4');
    if (replaced.includes(address)) {
      socket.on('message', (message, { port, address: sender }) => {
        const answer = Buffer.from(message);
        // A response to what was asked: recursion available, NXDOMAIN, not authoritative.
        answer.writeUInt16BE(0x8183, 2);
        socket.send(answer, port, sender);
      });
    }
    return new Promise<void>((resolve) => socket.bind(53, address, resolve));
  }),
);
let time = Date.now();
const networkOf = (addresses: readonly string[]) =>
  createDnsNetwork({
    policy: new AddressPolicy(labNetworks),
    rootServers: addresses.map((address, index) => ({ name: `${index}.roots`, addresses: [address] })),
    clock: { now: () => time },
    random,
    timeoutMilliseconds: 200,
  });
const scan = async (network: ReturnType<typeof networkOf>) => {
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
const network = networkOf(silent);
const first = await scan(network);
const second = await scan(network);
time += 60_000;
const later = await scan(network);
const elsewhere = await scan(networkOf(replaced));
process.stdout.write(JSON.stringify({ first, second, later, elsewhere }), () => process.exit(0));
