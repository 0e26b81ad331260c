import { SondeClient } from '@sonde/client/sonde-client.ts';

const sonde = new SondeClient({ url: process.env.SONDE_URL!, key: process.env.SONDE_KEY! });

// Export all queries below a name from the last day, as one stream.
let count = 0;
for await (const query of sonde.exportQueries({ suffix: 'example.com', period: '24h' })) {
  console.log(query.timestamp, query.client_ip, query.query_name, query.query_type);
  count++;
}
console.log(`${count} queries`);
