import type { Random } from "./random.js";

/** A short thing that the user tells of their own life, and how it is asked for later. */
export interface Fact {
  readonly told: string;
  readonly asked: string;
  readonly person: string;
  readonly place: string;
}

const words = (list: string): string[] => list.split(",").map((word) => word.trim());

export const people = words(
  "Ingrid, Tomasz, Leila, Bruno, Saoirse, Kenji, Amara, Viktor, Paloma, Dmitri, Nadia, Oskar, Farah, Luca, Maeve, Henrik",
);
export const places = words(
  "Lisbon, Gdansk, Palermo, Tromso, Marseille, Tbilisi, Porto, Ghent, Zagreb, Valencia, Turku, Bergen, Nantes, Split",
);
const jobs = words(
  "ceramics restorer, ferry captain, court interpreter, dental nurse, puppet maker, crane driver, bee inspector",
);
const foods = words("hazelnuts, shellfish, celery, lupin flour, mustard, sesame, kiwi, buckwheat");
const goods = words(
  "cargo bike, accordion, sewing machine, telescope, kayak, pottery wheel, bandsaw, espresso machine",
);
const months = words("January, March, April, June, August, September, October, December");
const relations = words("cousin, neighbour, sister-in-law, old flatmate, colleague, godson, aunt");

type Maker = (person: string, place: string, random: Random) => Omit<Fact, "person" | "place">;

const makers: readonly Maker[] = [
  (person, place, r) => ({
    told: `My ${r.pick(relations)} ${person} is moving to ${place} in ${r.pick(months)} to start as a ${r.pick(jobs)}.`,
    asked: `Where is ${person} going to live, and what is the new job?`,
  }),
  (person, _place, r) => ({
    told: `Remember that ${person} can't eat ${r.pick(foods)}, last time we ended up in hospital.`,
    asked: `Which food must I avoid when cooking for ${person}?`,
  }),
  (person, place, r) => ({
    told: `I booked ${place} with ${person}, we leave on ${r.int(2, 28)} ${r.pick(months)} by night train.`,
    asked: `When do I travel to ${place} and who comes along?`,
  }),
  (person, _place, r) => {
    const good = r.pick(goods);
    return {
      told: `Got the ${good} from ${person} for ${r.int(4, 90) * 10} euros, still think it was a bargain.`,
      asked: `How much did I pay for the ${good}?`,
    };
  },
  (person, place, r) => ({
    told: `${person} turned ${r.int(19, 88)} yesterday and the whole family came over from ${place}.`,
    asked: `How old is ${person} now and who visited for the birthday?`,
  }),
  (person, place) => ({
    told: `I lent ${person} my spare keys until the landlord in ${place} sends new ones.`,
    asked: `Who has the spare keys to my flat?`,
  }),
  (person, _place, r) => ({
    told: `${person} broke an ankle on the stairs, so I do the school run every ${r.pick(words("Monday, Tuesday, Thursday, Friday"))}.`,
    asked: `Why did ${person} need help taking the children to class, and on which day?`,
  }),
];

export const makeFact = (random: Random): Fact => {
  const person = random.pick(people);
  const place = random.pick(places);
  return { ...random.pick(makers)(person, place, random), person, place };
};
