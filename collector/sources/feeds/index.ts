import type { Feed } from '../../ports/threats/feed.ts';
import { binaryDefense } from './addresses/binary-defense.ts';
import { blocklistDe } from './addresses/blocklist-de.ts';
import { bruteforceblocker } from './addresses/bruteforceblocker.ts';
import { cinsArmy } from './addresses/cins-army.ts';
import { dataplaneDnsrd } from './addresses/dataplane-dnsrd.ts';
import { dataplaneSshpwauth } from './addresses/dataplane-sshpwauth.ts';
import { dshieldBlock } from './addresses/dshield-block.ts';
import { emergingThreatsBlock } from './addresses/emerging-threats-block.ts';
import { emergingThreatsCompromised } from './addresses/emerging-threats-compromised.ts';
import { fireholLevel1 } from './addresses/firehol-level1.ts';
import { greensnow } from './addresses/greensnow.ts';
import { ipsum } from './addresses/ipsum.ts';
import { spamhausDropV4 } from './addresses/spamhaus-drop-v4.ts';
import { spamhausDropV6 } from './addresses/spamhaus-drop-v6.ts';
import { threatviewIp } from './addresses/threatview-ip.ts';
import { torExits } from './addresses/tor-exits.ts';
import { turrisGreylist } from './addresses/turris-greylist.ts';
import { botvrij } from './malware/botvrij.ts';
import { circlOsint } from './malware/circl-osint.ts';
import { feodoTracker } from './malware/feodo-tracker.ts';
import { hageziTif } from './malware/hagezi-tif.ts';
import { sslbl } from './malware/sslbl.ts';
import { threatfox } from './malware/threatfox.ts';
import { threatviewC2 } from './malware/threatview-c2.ts';
import { threatviewDomain } from './malware/threatview-domain.ts';
import { threatviewUrl } from './malware/threatview-url.ts';
import { tweetfeed } from './malware/tweetfeed.ts';
import { urlhaus } from './malware/urlhaus.ts';
import { viriback } from './malware/viriback.ts';
import { certPolska } from './phishing/cert-polska.ts';
import { openphish } from './phishing/openphish.ts';
import { phishingArmy } from './phishing/phishing-army.ts';
import { phishtank } from './phishing/phishtank.ts';
import { phishunt } from './phishing/phishunt.ts';
import { redFlagDomains } from './phishing/red-flag-domains.ts';
import { oisdSmall } from './unwanted/oisd-small.ts';
import { stevenblackHosts } from './unwanted/stevenblack-hosts.ts';
import { stopforumspamToxic } from './unwanted/stopforumspam-toxic.ts';
import { cisaKev } from './vulnerabilities/cisa-kev.ts';
import { epss } from './vulnerabilities/epss.ts';

/** The list has every feed that the product knows; an operator switches on the feeds that he may use. */
export const feeds: readonly Feed[] = [
  binaryDefense,
  blocklistDe,
  botvrij,
  bruteforceblocker,
  certPolska,
  cinsArmy,
  circlOsint,
  cisaKev,
  dataplaneDnsrd,
  dataplaneSshpwauth,
  dshieldBlock,
  emergingThreatsBlock,
  emergingThreatsCompromised,
  epss,
  feodoTracker,
  fireholLevel1,
  greensnow,
  hageziTif,
  ipsum,
  oisdSmall,
  openphish,
  phishingArmy,
  phishtank,
  phishunt,
  redFlagDomains,
  spamhausDropV4,
  spamhausDropV6,
  sslbl,
  stevenblackHosts,
  stopforumspamToxic,
  threatfox,
  threatviewC2,
  threatviewDomain,
  threatviewIp,
  threatviewUrl,
  torExits,
  turrisGreylist,
  tweetfeed,
  urlhaus,
  viriback,
];
