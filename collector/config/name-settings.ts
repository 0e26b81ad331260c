import { resolverAddress } from '@sonde/scanner/setting-types.ts';
import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { list, readBy, text } from '@sonde/shared/settings/setting-types.ts';

const gatewayUrl = readBy('a URL (https, http)', (value) =>
  /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? value : undefined,
);

/** Whom the collector asks for names beside the DNS (docs/names.md). */
export const nameSettings = {
  ...settingsAbout('Names beside the DNS', 'SONDE_', {
    ethereumRpc: optional(gatewayUrl, {
      env: 'SONDE_ETHEREUM_RPC',
      flag: '--ethereum-rpc',
      placeholder: 'URL',
      help: 'A node of Ethereum by JSON-RPC, which is asked for names of the Ethereum Name Service and of the blockchain domain registry.',
      secret: 'all',
    }),
    polygonRpc: optional(gatewayUrl, {
      env: 'SONDE_POLYGON_RPC',
      flag: '--polygon-rpc',
      placeholder: 'URL',
      help: 'A node of Polygon by JSON-RPC, which is asked for names of the blockchain domain registry.',
      secret: 'all',
    }),
    baseRpc: optional(gatewayUrl, {
      env: 'SONDE_BASE_RPC',
      flag: '--base-rpc',
      placeholder: 'URL',
      help: 'A node of Base by JSON-RPC, which is asked for names of the blockchain domain registry.',
      secret: 'all',
    }),
    handshakeRoot: setting(list(resolverAddress), '', {
      env: 'SONDE_HANDSHAKE_ROOT',
      flag: '--handshake-root',
      placeholder: 'ADDRESSES',
      help: "Servers of Handshake's root (hnsd or hsd) at port 53, from which names of Handshake are resolved.",
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
  }),
} as const;
