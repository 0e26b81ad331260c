import type { FingerprintEvidence } from './domain-fingerprint-result.ts';

/** What a provider's servers put into the headers of answers. */
export interface ProviderHeader {
  readonly provider: string;
  readonly role: FingerprintEvidence['role'];
  /** Lower case. */
  readonly header: string;
  /** Of the value; any value will do where there is none. */
  readonly value?: RegExp;
  /** 0 to 1; others than the provider may put in some. */
  readonly confidence: number;
}

export const providerHeaders: readonly ProviderHeader[] = [
  {
    provider: 'Cloudflare',
    role: 'cdn',
    header: 'cf-ray',
    value: /^[0-9a-f]{12,20}(?:-[A-Z]{3})?$/,
    confidence: 0.95,
  },
  { provider: 'Cloudflare', role: 'cdn', header: 'server', value: /^cloudflare$/i, confidence: 0.9 },
  { provider: 'Amazon CloudFront', role: 'cdn', header: 'x-amz-cf-id', confidence: 0.95 },
  {
    provider: 'Amazon CloudFront',
    role: 'cdn',
    header: 'via',
    value: /\bcloudfront\.net\b/i,
    confidence: 0.9,
  },
  { provider: 'Fastly', role: 'cdn', header: 'x-served-by', value: /^cache-[a-z]/i, confidence: 0.85 },
  { provider: 'Fastly', role: 'cdn', header: 'x-fastly-request-id', confidence: 0.95 },
  {
    provider: 'Akamai',
    role: 'cdn',
    header: 'server',
    value: /^AkamaiGHost|^AkamaiNetStorage/i,
    confidence: 0.95,
  },
  { provider: 'Akamai', role: 'cdn', header: 'x-akamai-transformed', confidence: 0.9 },
  { provider: 'Akamai', role: 'cdn', header: 'akamai-grn', confidence: 0.95 },
  { provider: 'Azure Front Door', role: 'cdn', header: 'x-azure-ref', confidence: 0.95 },
  { provider: 'Bunny', role: 'cdn', header: 'server', value: /^BunnyCDN/i, confidence: 0.95 },
  { provider: 'CDN77', role: 'cdn', header: 'server', value: /^CDN77/i, confidence: 0.95 },
  { provider: 'KeyCDN', role: 'cdn', header: 'server', value: /^keycdn/i, confidence: 0.95 },
  { provider: 'Imperva', role: 'cdn', header: 'x-iinfo', confidence: 0.9 },
  { provider: 'Imperva', role: 'cdn', header: 'x-cdn', value: /^(?:Imperva|Incapsula)$/i, confidence: 0.95 },
  { provider: 'Sucuri', role: 'cdn', header: 'x-sucuri-id', confidence: 0.95 },
  { provider: 'Google', role: 'cdn', header: 'via', value: /^1\.1 google$/i, confidence: 0.7 },
  { provider: 'Vercel', role: 'hosting', header: 'x-vercel-id', confidence: 0.95 },
  { provider: 'Netlify', role: 'hosting', header: 'x-nf-request-id', confidence: 0.95 },
  { provider: 'GitHub Pages', role: 'hosting', header: 'x-github-request-id', confidence: 0.85 },
  { provider: 'Fly.io', role: 'hosting', header: 'fly-request-id', confidence: 0.95 },
  {
    provider: 'Heroku',
    role: 'hosting',
    header: 'via',
    value: /\bvegur\b|\bheroku-router\b/i,
    confidence: 0.9,
  },
  { provider: 'Render', role: 'hosting', header: 'x-render-origin-server', confidence: 0.95 },
  { provider: 'Shopify', role: 'hosting', header: 'x-shopid', confidence: 0.95 },
  { provider: 'Shopify', role: 'hosting', header: 'powered-by', value: /^Shopify$/i, confidence: 0.9 },
  { provider: 'Wix', role: 'hosting', header: 'x-wix-request-id', confidence: 0.95 },
  { provider: 'Squarespace', role: 'hosting', header: 'server', value: /^Squarespace$/i, confidence: 0.95 },
  { provider: 'WP Engine', role: 'hosting', header: 'x-powered-by', value: /^WP Engine$/i, confidence: 0.95 },
  { provider: 'Pantheon', role: 'hosting', header: 'x-pantheon-styx-hostname', confidence: 0.95 },
  { provider: 'Kinsta', role: 'hosting', header: 'x-kinsta-cache', confidence: 0.95 },
  { provider: 'Amazon S3', role: 'hosting', header: 'server', value: /^AmazonS3$/i, confidence: 0.95 },
  {
    provider: 'Amazon Web Services',
    role: 'hosting',
    header: 'server',
    value: /^awselb\//i,
    confidence: 0.9,
  },
  { provider: 'Google Cloud', role: 'hosting', header: 'x-cloud-trace-context', confidence: 0.7 },
  {
    provider: 'WordPress.com',
    role: 'hosting',
    header: 'x-ac',
    value: /_(?:atomic|dca|bur|jnb)/i,
    confidence: 0.7,
  },
];
