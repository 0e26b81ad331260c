import type { Board } from './board.ts';
import { findingsBoard } from './findings-board.ts';
import { detectionBoard, feedsBoard } from './postgres-boards.ts';
import { collectorBoard, lossesBoard } from './prometheus-boards.ts';
import { trafficBoard } from './traffic-board.ts';

/** Every board for Grafana; `npm run format` writes them to deploy/monitoring/grafana. */
export const boards: readonly Board[] = [
  trafficBoard,
  detectionBoard,
  feedsBoard,
  findingsBoard,
  collectorBoard,
  lossesBoard,
];
