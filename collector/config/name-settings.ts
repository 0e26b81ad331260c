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
      help: 'Ethereum nodes with JSON-RPC, for names of the Ethereum Name Service and of the blockchain domain registry. The collector uses the first node that answers, or as many nodes as must agree.',
      secret: 'all',
    }),
    polygonRpc: setting(list(gatewayUrl), '', {
      env: 'SONDE_POLYGON_RPC',
      flag: '--polygon-rpc',
      placeholder: 'URLS',
      help: 'Polygon nodes with JSON-RPC, for names of the blockchain domain registry. The collector uses the first node that answers, or as many nodes as must agree.',
      secret: 'all',
    }),
    baseRpc: setting(list(gatewayUrl), '', {
      env: 'SONDE_BASE_RPC',
      flag: '--base-rpc',
      placeholder: 'URLS',
      help: 'Base nodes with JSON-RPC, for names of the blockchain domain registry. The collector uses the first node that answers, or as many nodes as must agree.',
      secret: 'all',
    }),
    namecoinRpc: optional(gatewayUrl, {
      env: 'SONDE_NAMECOIN_RPC',
      flag: '--namecoin-rpc',
      placeholder: 'URL',
      help: 'A Namecoin node with JSON-RPC, for names under .bit. The URL contains user and password.',
      secret: 'all',
    }),
    handshakeRoot: setting(list(serverAddress), '', {
      env: 'SONDE_HANDSHAKE_ROOT',
      flag: '--handshake-root',
      placeholder: 'ADDRESSES',
      help: 'Servers of the Handshake root (hnsd or hsd), from which the collector resolves Handshake names. Add the port if it is not 53: `127.0.0.1:5349`.',
    }),
    handshakeAnchor: optional(text, {
      env: 'SONDE_HANDSHAKE_ANCHOR',
      flag: '--handshake-anchor',
      placeholder: 'FILE',
      help: 'DS or DNSKEY records of the Handshake root. Without them, Handshake names are not validated.',
    }),
    i2pAddressBooks: setting(list(text), '', {
      env: 'SONDE_I2P_ADDRESS_BOOKS',
      flag: '--i2p-address-books',
      placeholder: 'FILES',
      help: 'I2P address books (`hosts.txt`), which the collector reads when it starts.',
    }),
    i2pSubscriptions: setting(list(text), '', {
      env: 'SONDE_I2P_SUBSCRIPTIONS',
      flag: '--i2p-subscriptions',
      placeholder: 'URLS',
      help: 'URLs of published I2P address books, which the collector downloads twice a day. It downloads no others.',
    }),
    i2pSam: optional(serverAddress, {
      env: 'SONDE_I2P_SAM',
      flag: '--i2p-sam',
      placeholder: 'ADDRESS',
      help: 'The SAM port of an I2P router, which the collector asks for names and addresses: `127.0.0.1:7656`.',
    }),
  }),
} as const;
