/** A whole collector whose clock can be moved: its arguments are the data directory and networks that it may reach, a message the milliseconds ahead. */
const realNow = Date.now;
let ahead = 0;
Date.now = () => realNow() + ahead;
process.on('message', (milliseconds: number) => {
  ahead = milliseconds;
});

// Behind the line above, since modules may take the clock when they are loaded.
const { pino } = await import('pino');
const { loadConfig } = await import('../../../collector/config/load-config.ts');
const { addressUrl } = await import('../../../collector/http/server/listen-address.ts');
const { createLog } = await import('../../../collector/log/create-log.ts');
const { startCollector } = await import('../../../collector/main.ts');
const { config } = loadConfig({
  env: {},
  flags: {
    listen: '127.0.0.1:0',
    dataDirectory: process.argv[2]!,
    adminKey: 'sonde_adm_0123456789012345678901234567890123456789',
    clickhouseMemoryBytes: '768MiB',
    ...(process.argv[3] === undefined ? {} : { allowedNetworks: process.argv[3] }),
  },
});
const collector = await startCollector(config, createLog('silent', pino.destination(2)));
process.once('SIGTERM', async () => {
  await collector.stop();
  process.exit();
});
process.send?.({ url: addressUrl(collector.addresses[0]!) });
