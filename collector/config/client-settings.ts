import { serverAddress } from '@sonde/scanner/setting-types.ts';
import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { list, text } from '@sonde/shared/settings/setting-types.ts';

/** Client settings say where names of clients come from besides the operator's own list. */
export const clientSettings = settingsAbout('Names of clients', 'SONDE_', {
  clientLeases: setting(list(text), '', {
    env: 'SONDE_CLIENT_LEASES',
    flag: '--client-leases',
    placeholder: 'FILES',
    help: "Lease files of DHCP servers (dnsmasq, ISC dhcpd, Kea's CSV), which the collector reads every minute. The administrator's account sees the names that clients have in these files beside their addresses.",
  }),
  clientResolver: optional(serverAddress, {
    env: 'SONDE_CLIENT_RESOLVER',
    flag: '--client-resolver',
    placeholder: 'ADDRESS',
    help: "The resolver of the network, such as 192.168.1.1. The collector asks it for the names of private client addresses (PTR), for the administrator's account. It asks no other server, and without this setting none at all.",
  }),
});
