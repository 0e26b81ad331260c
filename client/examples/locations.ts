import { SondeClient } from '@sonde/client/sonde-client.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';

const sonde = new SondeClient({ url: process.env.SONDE_URL!, key: process.env.SONDE_KEY! });

// Create a location. The answer shows its key only once.
const location = await sonde.call('POST /api/v1/dns-monitoring/locations', {
  body: { location_name: 'office' },
});

// Upload queries observed there. The receipt counts rejected queries; a repeated upload is stored only once.
const receipt = await sonde.withKey(location.api_key).ingestQueries([
  {
    timestamp: new Date().toISOString(),
    client_ip: '192.0.2.7',
    query_name: 'www.example.com',
    query_type: 'A',
    response_code: 'NOERROR',
    answers: ['192.0.2.80'],
  },
]);
console.log(`${receipt.accepted} stored, ${receipt.rejected} refused`);

// Read a list. The client loads the next page when the loop needs it.
for await (const threat of sonde.items('GET /api/v1/dns-monitoring/threats', { query: { limit: 50 } })) {
  console.log(threat.severity, threat.subject);
}

try {
  await sonde.call('GET /api/v1/dns-monitoring/threats/{id}', { params: { id: 999_999 } });
} catch (error) {
  if (!(error instanceof SondeError)) throw error;
  console.log(error.status, error.code);
}
