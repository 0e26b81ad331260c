import { lostBySender } from '../../batch/lost-by-sender.ts';
import type { AgentState } from '../agent-state.ts';
import { topicOf } from '../kinds/connection-parts.ts';
import { threatChanges } from '../threat-changes.ts';

/** A message that a server keeps is there when Home Assistant comes. */
export interface StateMessage {
  readonly topic: string;
  readonly text: string;
  readonly retain: boolean;
}

/** Milliseconds; an agent without traffic sends its counts every minute. */
const silentAfter = 5 * 60_000;
/** Seconds after which Home Assistant takes a state for unknown: by then some were to come. */
const stateHolds = 300;
const origin = { name: 'Sonde' };

/**
 * Writes what announces locations to Home Assistant by its MQTT discovery: a device for each, with an event entity whose
 * events are changes of threats.
 */
export function announcedLocations(
  prefix: string,
  topic: string,
  locations: readonly number[],
): StateMessage[] {
  return locations.map((locationId) => {
    const id = locationDevice(locationId);
    return {
      topic: `${prefix}/event/${id}_threats/config`,
      retain: true,
      text: JSON.stringify({
        name: 'Threats',
        unique_id: `${id}_threats`,
        state_topic: topicOf(topic, { stream: 'threats', locationId }),
        event_types: threatChanges,
        value_template: template,
        icon: 'mdi:shield-alert',
        device: { identifiers: [id], name: `Sonde location ${locationId}`, manufacturer: 'Sonde' },
        origin,
      }),
    };
  });
}

/** Writes how agents do, behind what announces each of them as a device with its entities. */
export function agentMessages(
  prefix: string,
  topic: string,
  agents: readonly AgentState[],
  now: number,
): StateMessage[] {
  return agents.flatMap((agent) => {
    const { id, locationId, location, host, uuid, software } = agent;
    const own = `sonde_agent_${id}`;
    const stateTopic = `${topicOf(topic, { stream: 'agents', locationId })}/${id}`;
    const device = {
      identifiers: [own],
      name: `Sonde ${host || uuid}`,
      manufacturer: 'Sonde',
      sw_version: software,
      suggested_area: location,
    };
    const announced = Object.entries(entities).map(([entity, { component, ...config }]) => ({
      topic: `${prefix}/${component}/${own}_${entity}/config`,
      retain: true,
      text: JSON.stringify({
        ...config,
        unique_id: `${own}_${entity}`,
        state_topic: stateTopic,
        expire_after: stateHolds,
        device,
        origin,
      }),
    }));
    return [...announced, { topic: stateTopic, retain: true, text: JSON.stringify(stateOf(agent, now)) }];
  });
}

function stateOf(agent: AgentState, now: number) {
  return {
    agent_id: agent.id,
    location_id: agent.locationId,
    location: agent.location,
    host: agent.host,
    software: agent.software,
    connected: now - agent.lastSeenAt.getTime() < silentAfter,
    last_seen: agent.lastSeenAt.toISOString(),
    queries: agent.rows,
    lost: agent.ledger === null ? null : lostBySender(agent.ledger),
  };
}

function locationDevice(locationId: number): string {
  return `sonde_location_${locationId}`;
}

const entities = {
  connected: {
    component: 'binary_sensor',
    name: 'Connected',
    device_class: 'connectivity',
    entity_category: 'diagnostic',
    value_template: "{{ 'ON' if value_json.connected else 'OFF' }}",
  },
  last_seen: {
    component: 'sensor',
    name: 'Last seen',
    device_class: 'timestamp',
    entity_category: 'diagnostic',
    value_template: '{{ value_json.last_seen }}',
  },
  queries: {
    component: 'sensor',
    name: 'Queries',
    state_class: 'total_increasing',
    icon: 'mdi:dns',
    value_template: '{{ value_json.queries }}',
  },
  lost: {
    component: 'sensor',
    name: 'Lost',
    state_class: 'total_increasing',
    entity_category: 'diagnostic',
    icon: 'mdi:alert-circle-outline',
    value_template: '{{ value_json.lost }}',
  },
} as const;

const attributes = ['severity', 'threat_type', 'subject', 'client_ip', 'query_name', 'message', 'status'];

/** Home Assistant's event entities take JSON with `event_type`; the rest become the event's attributes. */
const template = `{{ {'event_type': value_json.change, ${attributes.map((name) => `'${name}': value_json.${name} | default(none)`).join(', ')}} | tojson }}`;
