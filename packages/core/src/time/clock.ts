import { invalidField } from "@palimpsest/contract";
import { type Local, toInstant, toLocal, utc, type Zone, zoneOf } from "./zone.js";

/** The caller's clock: what it shows now, and how its times become instants. */
export interface Clock {
  now: Local;
  instant(local: Local): Date;
}

/** What a call says about its clock. The offset of `now` is a time zone too, where no other is given. */
export function clockOf({ now, time_zone }: { now?: string; time_zone?: string }): Clock {
  const zone = time_zone === undefined ? offsetOf(now) : zoneOf(time_zone);
  if (zone === undefined) {
    throw invalidField("time_zone", "must be a time zone such as Europe/Berlin, or an offset such as +02:00");
  }
  return clockAt(now === undefined ? new Date() : new Date(now), zone);
}

export const clockAt = (instant: Date, zone: Zone): Clock => ({
  now: toLocal(instant, zone),
  instant: (local) => toInstant(local, zone),
});

const offsetOf = (now: string | undefined): Zone | undefined => {
  const offset = now && /[+-]\d{2}:?\d{2}$/.exec(now)?.[0];
  return offset ? zoneOf(offset) : utc;
};

const [firstYear, lastYear] = [1900, 2200];

/** Whether an instant is one that every column and client can hold. */
export const isStorable = (at: Date): boolean =>
  at.getTime() >= Date.UTC(firstYear, 0) && at.getTime() <= Date.UTC(lastYear + 1, 0);
