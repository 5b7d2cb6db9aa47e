import { digitTime, type Language, wholeWords } from "./language.js";

const weekday = "lunes|martes|miercoles|jueves|viernes|sabados?|domingos?";
const month = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre";
const span = "(?:segundo|minuto|hora|dia|noche|semana|mes|meses|ano)s?|fin de semana";

export const spanish: Language = {
  framing:
    "pregunta preguntar preguntas di dime decir dice dijo dicho cuenta contar menciona mencionar menciono describe " +
    "describir explica explicar explico lista listar resume resumir recuerda recordar conversacion conversaciones sesion " +
    "sesiones anterior anteriores tipo tipos clase cosa cosas algo detalle detalles podria podrias quisiera favor saber " +
    "sabes nombre nombres",
  asksWhen: wholeWords(
    "cuando|desde cuando|hasta cuando|cuanto tiempo|a que hora|con que frecuencia",
    "(?:que|cual) (?:dia|fecha|mes|ano|hora|semana)",
    `cuant[oa]s (?:${span})`,
  ),
  asksAgent: wholeWords(
    "(?:has|habias|puedes|podrias) (?:tu )?(?:dicho|sugerido|recomendado|aconsejado|propuesto|explicado)",
    "me (?:dijiste|sugeriste|recomendaste|aconsejaste|propusiste|explicaste)",
    "tus? (?:consejos?|sugerencias?|respuestas?|recomendaci(?:on|ones)|explicaci(?:on|ones)|lista|ideas?)",
    "asistente|el (?:agente|bot)|la ia|resumen|resume",
  ),
  time: wholeWords(
    digitTime,
    "ayer|anteayer|hoy|manana|esta noche|recientemente|mediodia|medianoche",
    `${weekday}|${month}`,
    `(?:${span}|${weekday}|primavera|verano|otono|invierno) (?:pasad[oa]|proxim[oa]|que viene)`,
    `(?:hace|desde hace|dentro de|durante) (?:\\d+|una?|dos|tres|cuatro|cinco|seis|unos|unas|pocos|pocas) (?:${span})`,
    "a las? \\d{1,2}|navidad|semana santa",
  ),
  standing: wholeWords(
    "siempre|nunca|jamas|de ahora en adelante|a partir de ahora|en el futuro|cada vez",
    "prefiero|preferiria|no quiero",
    "recuerda que|ten en cuenta|no olvides|no te olvides|llamame|me llamo",
  ),
};
