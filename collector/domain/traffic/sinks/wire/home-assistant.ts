import { topicOf } from '../kinds/connection-parts.ts';
import { threatChanges } from '../presentations/presentation.ts';

/**
 * Writes what announces locations to Home Assistant by its MQTT discovery: a device for each, with an event entity whose
 * events are changes of threats. The server keeps the messages, so that they are there when Home Assistant comes.
 */
export function homeAssistantMessages(
  prefix: string,
  topic: string,
  locations: readonly number[],
): { topic: string; text: string }[] {
  return locations.map((locationId) => {
    const id = `sonde_location_${locationId}`;
    return {
      topic: `${prefix}/event/${id}_threats/config`,
      text: JSON.stringify({
        name: 'Threats',
        unique_id: `${id}_threats`,
        state_topic: topicOf(topic, { stream: 'threats', locationId }),
        event_types: threatChanges,
        value_template: template,
        icon: 'mdi:shield-alert',
        device: { identifiers: [id], name: `Sonde location ${locationId}`, manufacturer: 'Sonde' },
        origin: { name: 'Sonde' },
      }),
    };
  });
}

const attributes = ['severity', 'threat_type', 'subject', 'client_ip', 'query_name', 'message', 'status'];

/** Home Assistant's event entities take JSON with `event_type`; the rest become the event's attributes. */
const template = `{{ {'event_type': value_json.change, ${attributes.map((name) => `'${name}': value_json.${name} | default(none)`).join(', ')}} | tojson }}`;
