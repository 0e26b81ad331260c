import { serverAddress } from '@sonde/scanner/setting-types.ts';
import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { list, text } from '@sonde/shared/settings/setting-types.ts';

/** Client settings say where names of clients come from besides the operator's own list. */
export const clientSettings = settingsAbout('Names of clients', 'SONDE_', {
  clientLeases: setting(list(text), '', {
    env: 'SONDE_CLIENT_LEASES',
    flag: '--client-leases',
    placeholder: 'FILES',
    help: "Lease files of DHCP servers (dnsmasq, ISC dhcpd, Kea's CSV), read every minute: what clients call themselves there is shown with their addresses, to the administrator's account.",
  }),
  clientResolver: optional(serverAddress, {
    env: 'SONDE_CLIENT_RESOLVER',
    flag: '--client-resolver',
    placeholder: 'ADDRESS',
    help: "The resolver of the network, such as 192.168.1.1, which is asked what private addresses of clients are called (PTR), for the administrator's account. Nobody else is asked, and nobody at all without it.",
  }),
});
