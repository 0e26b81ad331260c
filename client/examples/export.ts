import { SondeClient } from '@sonde/client/sonde-client.ts';

const sonde = new SondeClient({ url: process.env.SONDE_URL!, key: process.env.SONDE_KEY! });

// Everything below a name of the last day, in one answer that is read as it comes.
let count = 0;
for await (const query of sonde.exportQueries({ suffix: 'example.com', period: '24h' })) {
  console.log(query.timestamp, query.client_ip, query.query_name, query.query_type);
  count++;
}
console.log(`${count} queries`);
