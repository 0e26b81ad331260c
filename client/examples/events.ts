import type { ClientEvents, ServerEvents } from '@sonde/client/socket-events.ts';
import { io, type Socket } from 'socket.io-client';

const socket: Socket<ServerEvents, ClientEvents> = io(process.env.SONDE_URL!, {
  auth: { token: process.env.SONDE_KEY! },
});

socket.on('threat_alert', ({ severity, message }) => console.log(severity, message));
socket.on('connected', async ({ message }) => {
  console.log(message);
  await socket.emitWithAck('subscribe_threat_feed');
  console.log('listening');
  socket.close();
});
