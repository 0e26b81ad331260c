import { confirmMailReport } from './mail-reports/confirm-mail-report.ts';
import { createMailReport } from './mail-reports/create-mail-report.ts';
import { deleteMailReport } from './mail-reports/delete-mail-report.ts';
import { listMailReports } from './mail-reports/list-mail-reports.ts';
import { unsubscribeMailReport } from './mail-reports/unsubscribe-mail-report.ts';
import { createChannel } from './notifications/create-channel.ts';
import { deleteChannel } from './notifications/delete-channel.ts';
import { listChannels } from './notifications/list-channels.ts';
import { listDeliveries } from './notifications/list-deliveries.ts';
import { retryDeliveries } from './notifications/retry-deliveries.ts';
import { testChannel } from './notifications/test-channel.ts';
import { discoverSharing } from './sharing/discover-sharing.ts';
import { downloadBlockList } from './sharing/download-block-list.ts';
import { getMispFile } from './sharing/get-misp-file.ts';
import { getSharedCollection } from './sharing/get-shared-collection.ts';
import { getSharedObject } from './sharing/get-shared-object.ts';
import { getSharingRoot } from './sharing/get-sharing-root.ts';
import { listSharedCollections } from './sharing/list-shared-collections.ts';
import { listSharedManifest } from './sharing/list-shared-manifest.ts';
import { listSharedObjects } from './sharing/list-shared-objects.ts';
import { listSharedVersions } from './sharing/list-shared-versions.ts';
import { createSink } from './sinks/create-sink.ts';
import { deleteSink } from './sinks/delete-sink.ts';
import { listSinkKinds } from './sinks/list-sink-kinds.ts';
import { listSinks } from './sinks/list-sinks.ts';
import { pauseSink } from './sinks/pause-sink.ts';
import { testSink } from './sinks/test-sink.ts';

/** The endpoints of what leaves the collector: notifications, reports by mail, sinks and shared indicators. */
export const outgoingEndpoints = [
  listChannels,
  createChannel,
  deleteChannel,
  testChannel,
  listDeliveries,
  retryDeliveries,
  listMailReports,
  createMailReport,
  deleteMailReport,
  confirmMailReport,
  unsubscribeMailReport,
  listSinkKinds,
  listSinks,
  createSink,
  pauseSink,
  testSink,
  deleteSink,
  discoverSharing,
  getSharingRoot,
  listSharedCollections,
  getSharedCollection,
  listSharedObjects,
  listSharedManifest,
  getSharedObject,
  listSharedVersions,
  getMispFile,
  downloadBlockList,
] as const;
