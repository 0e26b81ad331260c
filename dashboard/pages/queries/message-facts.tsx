import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import { Fragment } from 'preact';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/queries.ts';

/** Lists what the messages of a query say of themselves, and the road that they came. */
export function MessageFacts({ query }: { query: StoredQuery }) {
  return (
    <>
      {factsOf(query)
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd class="wrap">{value}</dd>
          </Fragment>
        ))}
    </>
  );
}

function factsOf(query: StoredQuery): [string, string | null][] {
  const counts = [query.answer_count, query.authority_count, query.additional_count];
  return [
    [texts.message, texts.messageOf(query.message_id, query.operation_code)],
    [texts.counts, query.response_code === null ? null : counts.map(count).join(' / ')],
    [texts.edns, edns(query.edns)],
    [texts.cookies, cookies(query.edns)],
    [texts.serverId, query.edns?.server_id ?? null],
    [texts.errors, errors(query.edns)],
    [texts.asWritten, query.query_name_case],
    [texts.answeredAs, query.response_name_case],
    [texts.network, network(query)],
    [texts.marks, query.marks.map((mark) => mark.replaceAll('_', ' ')).join(', ')],
    [texts.malformedQuery, malformed(query.malformed_query)],
    [texts.malformedResponse, malformed(query.malformed_response)],
  ];
}

function edns(options: StoredQuery['edns']): string | null {
  if (options === null) return null;
  const scope = options.client_subnet_scope === null ? '' : ` → /${options.client_subnet_scope}`;
  return [
    texts.udpSizes(
      count(options.udp_size),
      options.response_udp_size === null ? null : count(options.response_udp_size),
    ),
    options.dnssec_ok ? 'DO' : '',
    options.client_subnet === null ? '' : `${options.client_subnet}${scope}`,
    options.query_padded ? texts.queryPadded : '',
    options.response_padded ? texts.responsePadded : '',
    options.keep_alive ? texts.keepAlive : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function cookies(options: StoredQuery['edns']): string | null {
  if (!options?.cookie) return null;
  return options.server_cookie ? texts.bothCookies : texts.clientCookie;
}

function errors(options: StoredQuery['edns']): string | null {
  if (options === null || options.extended_errors.length === 0) return null;
  return options.extended_errors
    .map((code, index) => {
      const text = options.extended_error_texts[index];
      return text ? `${code} (${text})` : `${code}`;
    })
    .join(', ');
}

function network(query: StoredQuery): string {
  return [
    query.interface,
    query.vlan === null ? null : `VLAN ${query.vlan}`,
    query.inner_vlan === null ? null : `VLAN ${query.inner_vlan}`,
    query.vni === null ? null : `VNI ${query.vni}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

function malformed(message: StoredQuery['malformed_query']): string | null {
  return message === null ? null : `${message.reason.replaceAll('_', ' ')}: ${message.first_octets}`;
}
