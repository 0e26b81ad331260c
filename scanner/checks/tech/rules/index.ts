import type { RuleFile } from '../engine/rule-file.ts';
import advertising from './advertising.json' with { type: 'json' };
import analytics from './analytics.json' with { type: 'json' };
import caches from './caches.json' with { type: 'json' };
import cdn from './cdn.json' with { type: 'json' };
import cms from './cms.json' with { type: 'json' };
import consent from './consent.json' with { type: 'json' };
import databases from './databases.json' with { type: 'json' };
import development from './development.json' with { type: 'json' };
import eCommerce from './e-commerce.json' with { type: 'json' };
import email from './email.json' with { type: 'json' };
import fonts from './fonts.json' with { type: 'json' };
import gateways from './gateways.json' with { type: 'json' };
import hosting from './hosting.json' with { type: 'json' };
import javascript from './javascript.json' with { type: 'json' };
import languages from './languages.json' with { type: 'json' };
import marketing from './marketing.json' with { type: 'json' };
import monitoring from './monitoring.json' with { type: 'json' };
import operatingSystems from './operating-systems.json' with { type: 'json' };
import panels from './panels.json' with { type: 'json' };
import payments from './payments.json' with { type: 'json' };
import plugins from './plugins.json' with { type: 'json' };
import protocols from './protocols.json' with { type: 'json' };
import security from './security.json' with { type: 'json' };
import siteBuilders from './site-builders.json' with { type: 'json' };
import softwareParts from './software-parts.json' with { type: 'json' };
import staticSites from './static-sites.json' with { type: 'json' };
import support from './support.json' with { type: 'json' };
import tagManagers from './tag-managers.json' with { type: 'json' };
import webFrameworks from './web-frameworks.json' with { type: 'json' };
import webServers from './web-servers.json' with { type: 'json' };

/**
 * The rule files hold rules of our own, a file for each category; a test reads every file of the folder and holds it
 * against the schema.
 */
export const ruleFiles = [
  advertising,
  analytics,
  caches,
  cdn,
  cms,
  consent,
  databases,
  development,
  eCommerce,
  email,
  fonts,
  gateways,
  hosting,
  javascript,
  languages,
  marketing,
  monitoring,
  operatingSystems,
  panels,
  payments,
  plugins,
  protocols,
  security,
  siteBuilders,
  softwareParts,
  staticSites,
  support,
  tagManagers,
  webFrameworks,
  webServers,
] as readonly unknown[] as readonly RuleFile[];
