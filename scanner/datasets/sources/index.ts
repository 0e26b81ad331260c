import type { Dataset } from '../dataset.ts';
import {
  awsRanges,
  azureRanges,
  cloudflareRanges,
  digitalOceanRanges,
  googleCloudRanges,
  oracleCloudRanges,
  x4bDatacenters,
} from './marks/hosting.ts';
import { anycastPrefixes, icloudRelay, torExits, x4bVpn } from './marks/privacy.ts';
import { bgpToolsRoutes, caidaRoutes, ipToAsn, ownRoutes } from './networks/other-routes.ts';
import {
  cloudflareRpki,
  nroDelegations,
  ownRpki,
  ripeSystemNames,
  rpkiClient,
} from './networks/registries.ts';
import { risIpv4, risIpv6 } from './networks/ris.ts';
import { dbIpCityLite, geoLiteAsn, geoLiteCity, ip2LocationLite, ipinfoLite } from './places/databases.ts';
import { ownGeofeed } from './places/geofeeds.ts';

export const datasets: readonly Dataset[] = [
  ownRoutes,
  risIpv4,
  risIpv6,
  ipToAsn,
  bgpToolsRoutes,
  caidaRoutes,
  ripeSystemNames,
  nroDelegations,
  rpkiClient,
  cloudflareRpki,
  ownRpki,
  dbIpCityLite,
  ipinfoLite,
  geoLiteCity,
  geoLiteAsn,
  ip2LocationLite,
  ownGeofeed,
  awsRanges,
  googleCloudRanges,
  oracleCloudRanges,
  azureRanges,
  cloudflareRanges,
  digitalOceanRanges,
  x4bDatacenters,
  torExits,
  icloudRelay,
  x4bVpn,
  anycastPrefixes,
];
