import { documented, type RuleSource, unconfirmed } from './rule-source.ts';

/** A mail sender is a provider that sends mail for a domain that includes its name in the SPF record. */
export interface MailSender extends RuleSource {
  readonly provider: string;
  readonly category: string;
  /** The include's target, or a name above it. */
  readonly suffixes: readonly string[];
}

/** The mail senders are providers by the names that their instructions have included (RFC 7208 section 5.2). */
export const mailSenders: readonly MailSender[] = [
  {
    provider: 'Amazon SES',
    category: 'mail',
    suffixes: ['amazonses.com'],
    ...unconfirmed('https://docs.aws.amazon.com/ses/'),
  },
  {
    provider: 'Brevo',
    category: 'mail',
    suffixes: ['sendinblue.com', 'brevo.com'],
    ...unconfirmed('https://help.brevo.com/'),
  },
  {
    provider: 'Campaign Monitor',
    category: 'marketing',
    suffixes: ['createsend.com', 'cmail19.com', 'cmail20.com'],
    ...unconfirmed('https://help.campaignmonitor.com/'),
  },
  {
    provider: 'Constant Contact',
    category: 'marketing',
    suffixes: ['constantcontact.com'],
    ...unconfirmed('https://constantcontact.com/'),
  },
  {
    provider: 'Elastic Email',
    category: 'mail',
    suffixes: ['elasticemail.com'],
    ...unconfirmed('https://elasticemail.com/'),
  },
  {
    provider: 'Fastmail',
    category: 'mail',
    suffixes: ['messagingengine.com'],
    ...unconfirmed('https://fastmail.help/'),
  },
  {
    provider: 'Freshdesk',
    category: 'support',
    suffixes: ['freshdesk.com', 'freshemail.io'],
    ...unconfirmed('https://freshdesk.com/'),
  },
  {
    provider: 'Google Workspace',
    category: 'mail',
    suffixes: ['_spf.google.com', '_netblocks.google.com'],
    ...unconfirmed('https://support.google.com/a/'),
  },
  {
    provider: 'HubSpot',
    category: 'marketing',
    suffixes: ['hubspotemail.net'],
    ...unconfirmed('https://hubspot.com/'),
  },
  {
    provider: 'iCloud Mail',
    category: 'mail',
    suffixes: ['icloud.com'],
    ...unconfirmed('https://support.apple.com/'),
  },
  {
    provider: 'IONOS',
    category: 'mail',
    suffixes: ['kundenserver.de', 'perfora.net'],
    ...unconfirmed('https://ionos.com/'),
  },
  {
    provider: 'Mailchimp',
    category: 'marketing',
    suffixes: ['mcsv.net', 'mandrillapp.com'],
    ...unconfirmed('https://mailchimp.com/'),
  },
  {
    provider: 'Mailgun',
    category: 'mail',
    suffixes: ['mailgun.org', 'eu.mailgun.org'],
    ...unconfirmed('https://documentation.mailgun.com/'),
  },
  {
    provider: 'Mailjet',
    category: 'mail',
    suffixes: ['mailjet.com'],
    ...unconfirmed('https://documentation.mailjet.com/'),
  },
  {
    provider: 'MessageLabs',
    category: 'mail',
    suffixes: ['messagelabs.com'],
    ...unconfirmed('https://broadcom.com/'),
  },
  {
    provider: 'Microsoft 365',
    category: 'mail',
    suffixes: ['protection.outlook.com', 'outlook.com'],
    ...documented(
      'https://learn.microsoft.com/microsoft-365/admin/get-help-with-domains/create-dns-records-at-any-dns-hosting-provider',
    ),
  },
  {
    provider: 'Mimecast',
    category: 'mail',
    suffixes: ['mimecast.com'],
    ...unconfirmed('https://mimecast.com/'),
  },
  {
    provider: 'OVHcloud',
    category: 'mail',
    suffixes: ['mx.ovh.com'],
    ...unconfirmed('https://help.ovhcloud.com/'),
  },
  {
    provider: 'Postmark',
    category: 'mail',
    suffixes: ['mtasv.net'],
    ...unconfirmed('https://postmarkapp.com/'),
  },
  {
    provider: 'Proofpoint',
    category: 'mail',
    suffixes: ['pphosted.com', 'ppe-hosted.com'],
    ...unconfirmed('https://proofpoint.com/'),
  },
  {
    provider: 'Proton',
    category: 'mail',
    suffixes: ['protonmail.ch'],
    ...documented('https://protonmail.com/support/knowledge-base/anti-spoofing/'),
  },
  {
    provider: 'Salesforce',
    category: 'marketing',
    suffixes: ['salesforce.com', 'exacttarget.com'],
    ...unconfirmed('https://help.salesforce.com/'),
  },
  {
    provider: 'SendGrid',
    category: 'mail',
    suffixes: ['sendgrid.net'],
    ...unconfirmed('https://sendgrid.com/'),
  },
  {
    provider: 'Shopify',
    category: 'commerce',
    suffixes: ['shopify.com', 'shopifyemail.com'],
    ...unconfirmed('https://help.shopify.com/'),
  },
  {
    provider: 'SparkPost',
    category: 'mail',
    suffixes: ['sparkpostmail.com'],
    ...unconfirmed('https://sparkpost.com/'),
  },
  {
    provider: 'Yandex',
    category: 'mail',
    suffixes: ['_spf.yandex.net', 'yandex.net'],
    ...unconfirmed('https://yandex.com/support/'),
  },
  {
    provider: 'Zendesk',
    category: 'support',
    suffixes: ['zendesk.com'],
    ...unconfirmed('https://support.zendesk.com/'),
  },
  {
    provider: 'Zoho',
    category: 'mail',
    suffixes: ['zoho.com', 'zoho.eu', 'zohomail.com', 'zcsend.net'],
    ...unconfirmed('https://zoho.com/mail/help/'),
  },
];
