import { defineKnown, type KnownService } from './define-known.ts';

/**
 * Services that catch look-ups: whoever tries whether a server can be made to ask gives it a name below one of them, and
 * reads there who asked. Their own pages are at `www` and the like.
 */
export const callbackCatchers: readonly KnownService[] = [
  ...defineKnown('catcher', 'https://github.com/projectdiscovery/interactsh', {
    interactsh: 'oast.pro oast.live oast.site oast.online oast.fun oast.me interact.sh',
  }),
  ...defineKnown('catcher', 'https://portswigger.net/burp/documentation/collaborator', {
    'Burp Collaborator': 'oastify.com burpcollaborator.net portswigger-labs.net',
  }),
  ...defineKnown('catcher', "the service's own page", {
    DNSLog: 'dnslog.cn dnslog.link dnslog.pw dnslog.store',
    CEYE: 'ceye.io',
    Acunetix: 'bxss.me bxss.in',
    Invicti: 'r87.me r87.com',
    Detectify: 'dtctf.io',
    'XSS Hunter': 'xss.ht bxss.io xss.report',
    'eyes.sh': 'eyes.sh',
    'dig.pm': 'dig.pm dns.1433.eu.org',
    'callback.red': 'callback.red',
    Canarytokens: 'canarytokens.com canarytokens.net canarytokens.org',
    requestrepo: 'requestrepo.com',
    'webhook.site': 'dnshook.site',
    dnsbin: 'dnsbin.zhack.ca',
    'pingb.in': 'pingb.in',
    hyuga: 'hyuga.icu',
    rbndr: 'rbndr.us',
    whonow: 'rebind.network',
  }),
];
