import { defineKnown, type KnownService } from './define-known.ts';

/** Names that programs of networks for anonymity ask for before they are in, and gateways that lead into them. */
export const anonymityNetworks: readonly KnownService[] = [
  ...defineKnown('anonymity', 'https://gitlab.torproject.org/tpo/anti-censorship', {
    Tor: `bridges.torproject.org snowflake-broker.torproject.net snowflake.torproject.net
      snowflake.freehaven.net moat.torproject.org meek.azureedge.net`,
  }),
  ...defineKnown('anonymity', 'https://geti2p.net/en/docs/how/network-database', {
    I2P: `reseed.i2p-projekt.de reseed.diva.exchange i2p.novg.net reseed.stormycloud.org reseed2.i2p.net reseed.i2pgit.org
      banana.incognet.io i2pseed.creativecowpat.net reseed.onion.im reseed.memcpy.io coconut.incognet.io
      i2p.ghativega.in reseed-fr.i2pd.xyz www2.mk16.de reseed-pl.i2pd.xyz reseed.akru.me`,
  }),
  ...defineKnown('anonymity', "the project's own page", {
    Lokinet: 'seed.lokinet.org public.loki.foundation',
    Psiphon: 'psiphon3.com psiphon.ca',
    Lantern: 'getlantern.org',
    Freenet: 'seed.hyphanet.org',
  }),
  ...defineKnown('gateway', 'https://www.tor2web.org', {
    'a gateway to onion services': `onion.to onion.ly onion.ws onion.pet onion.cab onion.link onion.city onion.sh onion.moe
      onion.casa onion.direct onion.lt onion.nu onion.rip onion.plus onion.top onion.guide onion.foundation onion.dog
      onion.mn onion.lu onion.re tor2web.org tor2web.fi tor2web.io tor2web.su tor2web.blutmagie.de darknet.to`,
  }),
];
