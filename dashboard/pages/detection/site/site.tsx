import { api } from '../../../app/api.ts';
import { type Resource, useResource } from '../../../app/resource.ts';
import type { DetectionData } from '../settings.tsx';
import { OwnZones } from './own-zones.tsx';
import { Roles } from './roles.tsx';
import { WatchedDomains } from './watched-domains.tsx';

/** Shows what detection knows of a location's network, and lets people tell it more. */
export function Site({ settings, locationId }: { settings: Resource<DetectionData>; locationId: number }) {
  const site = useResource(`site ${locationId}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/locations/{id}/site', { params: { id: locationId }, signal }),
  );
  return (
    <>
      <WatchedDomains settings={settings} locationId={locationId} />
      <OwnZones site={site} locationId={locationId} />
      <Roles site={site} locationId={locationId} />
    </>
  );
}
