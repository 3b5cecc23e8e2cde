import { createCores } from './cores.ts';
import { type Batch, type Counts, isWithin, type SimulationInput } from './model.ts';
import type { Timeline } from './timeline.ts';

/** A streaming replica: what is committed reaches it in order, and one process replays it. */
export function createReplication(
  input: SimulationInput,
  timeline: Timeline,
  counts: Counts,
): { readonly unreplayed: Batch[]; readonly replicate: (batch: Batch) => void } {
  const unreplayed: Batch[] = [];
  const { replica } = input;
  if (!replica) return { unreplayed, replicate: () => undefined };
  // A machine of its own, on which one core replays.
  const replay = createCores(timeline, 1);
  const receive = (batch: Batch): void => {
    const outage = replica.outages?.find((each) => isWithin([each], timeline.now()));
    if (outage) return timeline.after(outage.to - timeline.now(), () => receive(batch));
    replay.run((batch.clicks * replica.replayMicros) / 1e6, () => {
      const place = unreplayed.indexOf(batch);
      if (place < 0) return;
      unreplayed.splice(place, 1);
      counts.maxLag = Math.max(counts.maxLag, timeline.now() - batch.at);
    });
  };
  return {
    unreplayed,
    replicate(batch) {
      // After the failover there is no replica any more.
      if (input.failover && timeline.now() >= input.failover.from) return;
      unreplayed.push(batch);
      timeline.after(replica.delaySeconds, () => receive(batch));
    },
  };
}
