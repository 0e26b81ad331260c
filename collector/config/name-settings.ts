import { serverAddress } from '@sonde/scanner/setting-types.ts';
import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { list, readBy, text } from '@sonde/shared/settings/setting-types.ts';

const gatewayUrl = readBy('a URL (https, http)', (value) =>
  /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined,
);

/** Name settings choose the services that resolve names beside the DNS (docs/names.md). */
export const nameSettings = {
  ...settingsAbout('Names beside the DNS', 'SONDE_', {
    ethereumRpc: setting(list(gatewayUrl), '', {
      env: 'SONDE_ETHEREUM_RPC',
      flag: '--ethereum-rpc',
      placeholder: 'URLS',
      help: 'Nodes of Ethereum by JSON-RPC, which are asked for names of the Ethereum Name Service and of the blockchain domain registry: the first that answers, or as many as are to agree.',
      secret: 'all',
    }),
    polygonRpc: setting(list(gatewayUrl), '', {
      env: 'SONDE_POLYGON_RPC',
      flag: '--polygon-rpc',
      placeholder: 'URLS',
      help: 'Nodes of Polygon by JSON-RPC, which are asked for names of the blockchain domain registry: the first that answers, or as many as are to agree.',
      secret: 'all',
    }),
    baseRpc: setting(list(gatewayUrl), '', {
      env: 'SONDE_BASE_RPC',
      flag: '--base-rpc',
      placeholder: 'URLS',
      help: 'Nodes of Base by JSON-RPC, which are asked for names of the blockchain domain registry: the first that answers, or as many as are to agree.',
      secret: 'all',
    }),
    namecoinRpc: optional(gatewayUrl, {
      env: 'SONDE_NAMECOIN_RPC',
      flag: '--namecoin-rpc',
      placeholder: 'URL',
      help: 'A node of Namecoin by JSON-RPC, with user and password in the URL, which is asked for names under .bit.',
      secret: 'all',
    }),
    handshakeRoot: setting(list(serverAddress), '', {
      env: 'SONDE_HANDSHAKE_ROOT',
      flag: '--handshake-root',
      placeholder: 'ADDRESSES',
      help: "Servers of Handshake's root (hnsd or hsd), from which names of Handshake are resolved; with a port if it is not 53: `127.0.0.1:5349`.",
    }),
    handshakeAnchor: optional(text, {
      env: 'SONDE_HANDSHAKE_ANCHOR',
      flag: '--handshake-anchor',
      placeholder: 'FILE',
      help: "DS or DNSKEY records of Handshake's root; names of Handshake are not validated without.",
    }),
    i2pAddressBooks: setting(list(text), '', {
      env: 'SONDE_I2P_ADDRESS_BOOKS',
      flag: '--i2p-address-books',
      placeholder: 'FILES',
      help: 'Address books of I2P (`hosts.txt`), read as the collector starts.',
    }),
    i2pSubscriptions: setting(list(text), '', {
      env: 'SONDE_I2P_SUBSCRIPTIONS',
      flag: '--i2p-subscriptions',
      placeholder: 'URLS',
      help: 'Addresses of published address books of I2P, which are fetched twice a day. None is asked unless it is named here.',
    }),
    i2pSam: optional(serverAddress, {
      env: 'SONDE_I2P_SAM',
      flag: '--i2p-sam',
      placeholder: 'ADDRESS',
      help: 'The port for SAM of a router of I2P, which is asked for names and addresses: `127.0.0.1:7656`.',
    }),
  }),
} as const;
