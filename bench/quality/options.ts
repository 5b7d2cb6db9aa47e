export const usage = `Usage: npm run bench:quality -- --data PATH [--corpus locomo|long|support] [--engine embedded|postgres] [--json]
  --data      LoCoMo's locomo10.json (github.com/snap-research/LoCoMo, data/, CC BY-NC 4.0); only for "locomo"
  --held-out  only for "support": its held-out stories too, for a final figure
  --leave-one-out  not for "support": the weights and lengths that all other conversations would choose, for each conversation
  --relevance      how many results of each relevance were evidence`;

export interface Options {
  readonly corpus: string;
  readonly data?: string | undefined;
  readonly engine: string;
  readonly "held-out": boolean;
  readonly "leave-one-out": boolean;
  readonly relevance: boolean;
  readonly json: boolean;
}
