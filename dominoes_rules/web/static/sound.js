// A knock for a pass and a note for points, for those who have asked for sound.

import { remember, remembered } from "./remembered.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SOUNDS = {
  knock: { type: "sine", pitches: [150, 130], seconds: 0.07 },
  note: { type: "triangle", pitches: [660, 990], seconds: 0.22 },
};
const SECONDS_BETWEEN = 0.13;
const LOUDNESS = 0.25;
let context = null;
let isOn = false;

// Browsers let a page sound after somebody has done something there.
function wake() {
  if (isOn && !context) context = new AudioContext();
}

export function soundButton(button) {
  const set = (on) => {
    isOn = on;
    button.setAttribute("aria-pressed", String(on));
  };
  set(remembered("sound") === "1");
  button.addEventListener("click", () => {
    set(!isOn);
    remember("sound", isOn ? "1" : "0");
    wake();
    play(["note"]);
  });
  button.hidden = STILL.matches;
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake);
}

export function play(kinds) {
  if (!isOn || !context || STILL.matches) return;
  let start = context.currentTime;
  for (const { type, pitches, seconds } of kinds.map((kind) => SOUNDS[kind])) {
    for (const pitch of pitches) {
      const [tone, volume] = [new OscillatorNode(context, { type, frequency: pitch }), new GainNode(context)];
      volume.gain.setValueAtTime(LOUDNESS, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
      tone.connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + seconds);
      start += SECONDS_BETWEEN;
    }
  }
}
