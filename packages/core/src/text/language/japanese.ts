import type { Language } from "./language.js";

/** Written without spaces, so expressions are not bounded by them. */
export const japanese: Language = {
  framing:
    "教え 教える 教えて 言う 言った 言って 話 話す 話した 説明 会話 種類 こと もの 詳細 名前 覚え 覚えて",
  asksWhen: /いつ|何時|何日|何月|何年|何曜日|どのくらい|どれくらい|どれぐらい/u,
  asksAgent: /あなたは|あなたの|君は|アシスタント|エージェント|ボット|要約|まとめて|概要/u,
  time: /昨日|一昨日|今日|明日|明後日|今朝|今夜|昨夜|先週|今週|来週|先月|今月|来月|去年|昨年|今年|来年|週末|最近|[月火水木金土日]曜|\d+(?:年|月|日|時|分|週間|か月|ヶ月)|[年月日週]前|時間前|午前|午後/u,
  standing:
    /いつも|必ず|決して|これから|今後|のほうが好き|の方が好き|のほうがいい|の方がいい|覚えておいて|忘れないで|と呼んで/u,
  questionEnd: /か$/u,
};
