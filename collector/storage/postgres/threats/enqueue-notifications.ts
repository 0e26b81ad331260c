/** At most this many notifications may wait for one channel. */
export const mostWaiting = 1_000;

/**
 * These parts of the statement that records sightings take `recorded`, the threats that were opened or added to, and
 * put each into the queue of every channel that wants it and was not told of it. As part of that statement, since a
 * threat that is stored must not go untold because a collector ended; and by the severity that the threat has now,
 * since one that began as a remark may have grown.
 */
export const enqueueNotifications = `
wanted AS (
  SELECT c.id AS channel_id, r.id AS threat_id, row_number() OVER (PARTITION BY c.id ORDER BY r.id) AS place
  FROM recorded r
  JOIN locations l ON l.id = r.location_id
  JOIN notification_channels c ON c.account_id = l.account_id
    AND (c.location_id IS NULL OR c.location_id = r.location_id) AND r.severity >= c.least_severity
    AND (c.threat_types IS NULL OR r.type = ANY (c.threat_types))
  WHERE NOT EXISTS (
    SELECT FROM notification_deliveries d WHERE d.channel_id = c.id AND d.threat_id = r.id)),
room AS (
  SELECT channel_id, ${mostWaiting} - (
    SELECT count(*) FROM notification_deliveries d WHERE d.channel_id = w.channel_id AND d.state = 'waiting') AS places
  FROM wanted w GROUP BY channel_id),
queued AS (
  INSERT INTO notification_deliveries (channel_id, threat_id)
  SELECT channel_id, threat_id FROM wanted JOIN room USING (channel_id) WHERE place <= places
  ORDER BY channel_id, threat_id ON CONFLICT DO NOTHING),
refused AS (
  UPDATE notification_channels c SET refused = c.refused + without.count
  FROM (SELECT channel_id, count(*) FROM wanted JOIN room USING (channel_id) WHERE place > places GROUP BY channel_id)
    AS without
  WHERE c.id = without.channel_id)`;

/**
 * These parts of the statement that resolves threats take `resolved`, the threats that were open, and put the end of
 * each into the queue of every channel that wants it and was told of the threat itself.
 */
export const enqueueResolutions = `
queued AS (
  INSERT INTO notification_deliveries (channel_id, threat_id, event)
  SELECT d.channel_id, d.threat_id, 'resolved' FROM resolved r
  JOIN notification_deliveries d ON d.threat_id = r.id AND d.event = 'threat' AND d.state NOT IN ('dead', 'joined')
  JOIN notification_channels c ON c.id = d.channel_id AND c.tells_resolved
  ORDER BY d.channel_id, d.threat_id ON CONFLICT DO NOTHING)`;

/**
 * These parts of the statement that opens threats again take `reopened`, the threats that were resolved: whoever was
 * told of that, or was about to be, is told of the threat once more.
 */
export const enqueueReopenings = `
forgotten AS (
  DELETE FROM notification_deliveries d USING reopened r WHERE d.threat_id = r.id AND d.event = 'resolved'
  RETURNING d.channel_id, d.threat_id, d.attempts),
queued AS (
  UPDATE notification_deliveries d SET state = 'waiting', attempts = 0, next_attempt_at = now(), finished_at = NULL
  FROM forgotten f WHERE f.attempts > 0 AND d.channel_id = f.channel_id AND d.threat_id = f.threat_id
    AND d.event = 'threat')`;
