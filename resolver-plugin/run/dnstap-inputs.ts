import type { Settings } from '../config/settings.ts';
import type { DnstapInputs } from '../dnstap/listen-all.ts';
import { groupId } from './group-id.ts';

/** Builds the dnstap inputs from the settings. Throws a ConfigError if the group does not exist. */
export async function dnstapInputs(settings: Settings): Promise<DnstapInputs> {
  const { dnstap_group: group } = settings;
  return {
    socket: {
      path: settings.dnstap_socket,
      mode: Number.parseInt(settings.dnstap_mode, 8),
      groupId: group === undefined ? undefined : await groupId(group),
    },
    tcp: settings.dnstap_tcp,
    tls: settings.dnstap_tls,
    certificate: settings.dnstap_tls_certificate,
    key: settings.dnstap_tls_key,
    authority: settings.dnstap_tls_authority,
    from: settings.dnstap_from,
  };
}
