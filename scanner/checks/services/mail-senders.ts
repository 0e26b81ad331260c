/** A mail sender is a provider that sends mail for a domain that includes its name in the SPF record. */
export interface MailSender {
  readonly provider: string;
  readonly category: string;
  /** The include's target, or a name above it. */
  readonly suffixes: readonly string[];
}

/** The mail senders are providers by the names that their instructions have included (RFC 7208 section 5.2). */
export const mailSenders: readonly MailSender[] = [
  { provider: 'Amazon SES', category: 'mail', suffixes: ['amazonses.com'] },
  { provider: 'Brevo', category: 'mail', suffixes: ['sendinblue.com', 'brevo.com'] },
  {
    provider: 'Campaign Monitor',
    category: 'marketing',
    suffixes: ['createsend.com', 'cmail19.com', 'cmail20.com'],
  },
  { provider: 'Constant Contact', category: 'marketing', suffixes: ['constantcontact.com'] },
  { provider: 'Elastic Email', category: 'mail', suffixes: ['elasticemail.com'] },
  { provider: 'Fastmail', category: 'mail', suffixes: ['messagingengine.com'] },
  { provider: 'Freshdesk', category: 'support', suffixes: ['freshdesk.com', 'freshemail.io'] },
  { provider: 'Google Workspace', category: 'mail', suffixes: ['_spf.google.com', '_netblocks.google.com'] },
  { provider: 'HubSpot', category: 'marketing', suffixes: ['hubspotemail.net'] },
  { provider: 'iCloud Mail', category: 'mail', suffixes: ['icloud.com'] },
  { provider: 'IONOS', category: 'mail', suffixes: ['kundenserver.de', 'perfora.net'] },
  { provider: 'Mailchimp', category: 'marketing', suffixes: ['mcsv.net', 'mandrillapp.com'] },
  { provider: 'Mailgun', category: 'mail', suffixes: ['mailgun.org', 'eu.mailgun.org'] },
  { provider: 'Mailjet', category: 'mail', suffixes: ['mailjet.com'] },
  { provider: 'MessageLabs', category: 'mail', suffixes: ['messagelabs.com'] },
  { provider: 'Microsoft 365', category: 'mail', suffixes: ['protection.outlook.com', 'outlook.com'] },
  { provider: 'Mimecast', category: 'mail', suffixes: ['mimecast.com'] },
  { provider: 'OVHcloud', category: 'mail', suffixes: ['mx.ovh.com'] },
  { provider: 'Postmark', category: 'mail', suffixes: ['mtasv.net'] },
  { provider: 'Proofpoint', category: 'mail', suffixes: ['pphosted.com', 'ppe-hosted.com'] },
  { provider: 'Proton', category: 'mail', suffixes: ['protonmail.ch'] },
  { provider: 'Salesforce', category: 'marketing', suffixes: ['salesforce.com', 'exacttarget.com'] },
  { provider: 'SendGrid', category: 'mail', suffixes: ['sendgrid.net'] },
  { provider: 'Shopify', category: 'commerce', suffixes: ['shopify.com', 'shopifyemail.com'] },
  { provider: 'SparkPost', category: 'mail', suffixes: ['sparkpostmail.com'] },
  { provider: 'Yandex', category: 'mail', suffixes: ['_spf.yandex.net', 'yandex.net'] },
  { provider: 'Zendesk', category: 'support', suffixes: ['zendesk.com'] },
  { provider: 'Zoho', category: 'mail', suffixes: ['zoho.com', 'zoho.eu', 'zohomail.com', 'zcsend.net'] },
];
