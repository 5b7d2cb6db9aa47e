/** Vocabulary of the long-message corpus: what assistant answers are made of. */
export interface Topic {
  readonly name: string;
  readonly things: readonly string[];
  readonly qualities: readonly string[];
  readonly actions: readonly string[];
  /** How a trouble is told in an answer, and how the same trouble is asked for later. */
  readonly troubles: readonly (readonly [told: string, asked: string])[];
  readonly remedies: readonly string[];
}

const words = (list: string): string[] => list.split(",").map((word) => word.trim());

export const topics: readonly Topic[] = [
  {
    name: "pottery",
    things: words(
      "glaze, kiln shelf, porcelain bowl, stoneware mug, handle, slip, bisque plate, wheel head, teapot spout, casserole lid",
    ),
    qualities: words("leather-hard, even, porous, damp, smooth, brittle, matt, thick"),
    actions: words("trim, wedge, fire, dip, sand, score, dry, reload"),
    troubles: [
      ["keeps cracking while it dries", "split before it was fully dry"],
      ["shows pinholes after the second firing", "had tiny holes in the surface"],
      ["sticks to what it stands on", "would not come loose"],
      ["warps at the rim", "lost its round shape"],
      ["runs down and pools at the foot", "dripped to the bottom"],
    ],
    remedies: words(
      "a coat of alumina wash, a slower ramp of sixty degrees an hour, a sheet of newspaper under the foot, two spoons of vinegar in the slurry, a catenary prop, a thinner second dip",
    ),
  },
  {
    name: "sourdough",
    things: words(
      "starter, rye loaf, baguette, crust, crumb, banneton, levain, dutch oven, brioche, focaccia",
    ),
    qualities: words("bubbly, slack, tangy, elastic, dense, golden, airy, sticky"),
    actions: words("feed, fold, proof, score, bake, shape, knead, rest"),
    troubles: [
      ["spreads flat in the oven", "did not rise but ran sideways"],
      ["tastes far too sour", "was unpleasantly acidic"],
      ["smells of nail polish", "had a solvent-like odour"],
      ["comes out gummy inside", "stayed wet in the middle"],
      ["burns underneath", "got black at the base"],
    ],
    remedies: words(
      "a colder bulk rise of fourteen hours, a rice-flour dusting, a tray of ice on the lower rack, one part wholemeal to four of white, a baking stone turned upside down, three feeds in a single day",
    ),
  },
  {
    name: "bicycle repair",
    things: words(
      "rear derailleur, chain, headset, brake caliper, spoke, bottom bracket, freehub, saddle clamp, tubeless tyre, shift cable",
    ),
    qualities: words("worn, stiff, true, greasy, loose, corroded, tight, bent"),
    actions: words("tighten, degrease, index, bleed, lace, torque, align, replace"),
    troubles: [
      ["skips under load on climbs", "jumped when pedalling uphill"],
      ["squeals in the wet", "made a shrill noise in rain"],
      ["creaks at every turn", "made a cracking sound all the time"],
      ["loses pressure overnight", "was empty by the next morning"],
      ["seizes after winter", "no longer moved once the cold months were over"],
    ],
    remedies: words(
      "a hanger alignment gauge, two turns of the barrel adjuster, a ceramic-loaded paste, a five newton-metre wrench setting, sixty millilitres of sealant, sintered pads in place of organic ones",
    ),
  },
  {
    name: "houseplants",
    things: words(
      "monstera, orchid, fiddle-leaf fig, succulent tray, fern, calathea, rubber plant, lemon tree, string of pearls, peace lily",
    ),
    qualities: words("leggy, glossy, wilted, variegated, root-bound, humid, shaded, dusty"),
    actions: words("repot, prune, mist, water, rotate, propagate, fertilise, quarantine"),
    troubles: [
      ["drops leaves by the window", "was shedding foliage"],
      ["turns yellow from below", "changed colour starting at the bottom"],
      ["has webs between the stems", "was infested with mites"],
      ["never flowers", "refused to bloom"],
      ["rots at the base", "went mushy near the soil"],
    ],
    remedies: words(
      "a bark and perlite mix, neem oil every ninth day, a north-facing sill, a cinnamon dusting on the cut, rainwater warmed to room temperature, a bottom drip tray with pebbles",
    ),
  },
  {
    name: "home network",
    things: words(
      "access point, fibre modem, mesh node, printer, guest network, patch panel, doorbell camera, file server, range extender, television stick",
    ),
    qualities: words("stable, congested, wired, encrypted, dropped, outdated, static, bridged"),
    actions: words("reboot, flash, reserve, segment, scan, rename, forward, ping"),
    troubles: [
      ["drops every evening", "went offline after dinner time"],
      ["cannot be found by the laptop", "was invisible to my computer"],
      ["crawls during calls", "became slow in video meetings"],
      ["forgets its settings after a power cut", "lost the configuration when electricity failed"],
      ["overheats in the cupboard", "got too hot in the closet"],
    ],
    remedies: words(
      "channel thirty-six with a forty megahertz width, an address reservation outside the lease pool, a smart queue at ninety percent of the line rate, a separate virtual network, an older firmware build, a ten-watt injector",
    ),
  },
  {
    name: "night photography",
    things: words(
      "tracking mount, wide-angle lens, intervalometer, dew heater, ball head, raw file, star field, dark frame, guide scope, panorama",
    ),
    qualities: words("sharp, noisy, underexposed, vignetted, hazy, crisp, overblown, balanced"),
    actions: words("stack, focus, expose, calibrate, crop, bracket, align, denoise"),
    troubles: [
      ["trails after thirty seconds", "left streaks on longer exposures"],
      ["fogs over before midnight", "was covered in moisture late in the evening"],
      ["shows a green cast", "had a wrong tint"],
      ["drifts in the wind", "moved when there were gusts"],
      ["has soft corners", "was blurred towards the edges"],
    ],
    remedies: words(
      "the five-hundred rule with a crop factor, a hand warmer and a rubber band, twenty flats taken at dawn, a sandbag under the centre column, stopping down to four, a custom white point of thirty-nine hundred kelvin",
    ),
  },
  {
    name: "bookkeeping",
    things: words(
      "invoice, quarterly return, mileage log, home-office deduction, receipt folder, ledger, reverse charge, reminder letter, depreciation table, bank feed",
    ),
    qualities: words("deductible, overdue, reconciled, duplicate, provisional, itemised, rejected, archived"),
    actions: words("file, reconcile, book, scan, claim, correct, split, export"),
    troubles: [
      ["was refused by the office", "got turned down by the authority"],
      ["does not match the statement", "differed from what the bank reported"],
      ["was sent to the wrong customer", "went to a client by mistake"],
      ["is missing for a whole month", "could not be found for several weeks"],
      ["was counted twice", "appeared as a duplicate entry"],
    ],
    remedies: words(
      "a corrected copy with the suffix dash B, form eleven with a cover note, a clearing account numbered fourteen ninety, an objection within one month, a flat allowance of six euros a day, a spreadsheet import with semicolons",
    ),
  },
  {
    name: "marathon training",
    things: words(
      "long run, tempo session, calf, knee, hydration vest, carbon shoe, taper week, interval set, recovery jog, race plan",
    ),
    qualities: words("sore, easy, steady, tight, fresh, blistered, progressive, exhausted"),
    actions: words("stretch, foam-roll, pace, hydrate, strengthen, ice, log, warm up"),
    troubles: [
      ["hurts on the outside after ten kilometres", "was painful late in a run"],
      ["falls apart in the heat", "went badly on hot days"],
      ["cramps in the last third", "tightened up near the finish"],
      ["leaves me tired for days", "caused exhaustion that lasted"],
      ["rubs the skin raw", "chafed badly"],
    ],
    remedies: words(
      "single-leg bridges in sets of fifteen, a sip every twelve minutes, salted rice cakes, a cadence of one hundred seventy-eight, two rest days before the weekend, silicone tape over the heel",
    ),
  },
  {
    name: "beekeeping",
    things: words(
      "brood frame, queen cell, smoker, super, hive stand, varroa board, nucleus box, honey extractor, entrance reducer, swarm",
    ),
    qualities: words("capped, mouldy, calm, crowded, queenless, ventilated, light, aggressive"),
    actions: words("inspect, split, feed, requeen, treat, harvest, insulate, mark"),
    troubles: [
      ["empties within a week of spring", "was abandoned early in the year"],
      ["gets robbed in late summer", "was raided in August"],
      ["leaks at the seams", "let liquid out at the joints"],
      ["is full of drone comb", "had mostly male brood"],
      ["stays damp all winter", "never got dry in the cold season"],
    ],
    remedies: words(
      "an oxalic trickle of five millilitres a seam, a robbing screen with a side exit, a newspaper merge, thin syrup with thyme, a quilt box of wood shavings, a caged introduction for four days",
    ),
  },
  {
    name: "woodworking",
    things: words(
      "dovetail joint, oak tabletop, hand plane, drawer runner, finish, chair leg, veneer, workbench vise, picture frame, mortise",
    ),
    qualities: words("square, cupped, quartersawn, flush, tearing, seasoned, hairy, oiled"),
    actions: words("plane, clamp, sharpen, glue, chisel, sand, mark, rout"),
    troubles: [
      ["tears out against the grain", "came away rough with fibres ripped"],
      ["gaps when the heating is on", "opened up in winter indoors"],
      ["wobbles on the floor", "was not steady when standing"],
      ["shows white rings", "had pale circles from cups"],
      ["jams halfway", "got stuck in the middle"],
    ],
    remedies: words(
      "a back bevel of fifteen degrees, elongated screw slots, a paste of walnut and ash, candle wax on both faces, a scrap wedge and three clamps, a card scraper burnished twice",
    ),
  },
];
