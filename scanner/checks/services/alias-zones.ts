import { documented, type RuleSource, unconfirmed } from './rule-source.ts';

/** An alias zone is a zone of a provider in which its customers have names that their aliases lead to. */
export interface AliasZone extends RuleSource {
  readonly provider: string;
  readonly category: string;
  readonly zones: readonly string[];
  /** Whether the provider says that somebody else may get a name that was given back. */
  readonly claimable: boolean;
  /** Labels that the provider has its customers make aliases at; asked for if a record tells of the provider. */
  readonly labels: readonly string[];
}

const azure = documented('https://learn.microsoft.com/azure/security/fundamentals/subdomain-takeover');

function claimable(provider: string, ...zones: readonly string[]): AliasZone {
  return { provider, category: 'hosting', zones, claimable: true, labels: [], ...azure };
}

/**
 * The alias zones are zones whose providers answer that a name does not exist once it is given back. Zones in which every
 * name has an address, and those that others than the provider have names in, are left out: there no answer is certain.
 */
export const aliasZones: readonly AliasZone[] = [
  claimable('Azure App Service', 'azurewebsites.net'),
  claimable('Azure Blob Storage', 'blob.core.windows.net'),
  claimable('Azure CDN', 'azureedge.net'),
  claimable('Azure Container Instances', 'azurecontainer.io'),
  claimable('Azure Cloud Services', 'cloudapp.net'),
  claimable('Azure public addresses', 'cloudapp.azure.com'),
  claimable('Azure Front Door', 'azurefd.net'),
  claimable('Azure Traffic Manager', 'trafficmanager.net'),
  claimable('Azure API Management', 'azure-api.net'),
  {
    provider: 'Amazon CloudFront',
    category: 'hosting',
    zones: ['cloudfront.net'],
    claimable: false,
    labels: [],
    ...unconfirmed('https://docs.aws.amazon.com/cloudfront/'),
  },
  {
    provider: 'Microsoft 365',
    category: 'mail',
    zones: ['onmicrosoft.com'],
    claimable: false,
    labels: ['selector1._domainkey', 'selector2._domainkey'],
    ...unconfirmed('https://learn.microsoft.com/'),
  },
  {
    provider: 'Proton',
    category: 'mail',
    zones: ['domains.proton.ch'],
    claimable: false,
    labels: ['protonmail._domainkey', 'protonmail2._domainkey', 'protonmail3._domainkey'],
    ...unconfirmed('https://proton.me/support/'),
  },
  {
    provider: 'SendGrid',
    category: 'mail',
    zones: ['sendgrid.net'],
    claimable: false,
    labels: ['s1._domainkey', 's2._domainkey'],
    ...unconfirmed('https://sendgrid.com/'),
  },
];
