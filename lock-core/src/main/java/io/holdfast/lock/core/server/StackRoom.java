package io.holdfast.lock.core.server;

/**
 * Makes sure that a call has enough stack left, before it changes anything. A {@link
 * StackOverflowError} is then thrown here, and not between two changes that belong together.
 */
public final class StackRoom {

  /*
   * The JDK reserves stack for the critical sections of its own locks by an annotation that only the
   * JDK may use (JEP 270), and no method of it says how much is left. But each method has room for
   * all variables that it declares, or throws before its first line. Interpreted, it takes the room.
   * Compiled by C1 or C2 it does not, as nothing is stored in them; but it looks for as much, since
   * it may have to go on interpreted, and so does a method that it is inlined in. So the methods
   * below only declare variables. A look costs a few stores, at each page of the stack.
   *
   * A recursion that touches the stack can be fooled: what is never filled in the first calls of a
   * process is left out by the compiler, and the frames are narrow.
   *
   * A request must not run out of stack at any price: a writer that never leaves Lettuce's
   * SharedLock blocks the connection for ever.
   *
   * What the JVM itself does in the midst of a call, as initialising a class or linking a lambda the
   * first time, may take more. On a JVM that is not HotSpot there may be less than is said here.
   */

  /** Nothing knows that it is never changed. */
  private static int none;

  private StackRoom() {}

  /**
   * For a call of the application, before the call takes a monitor or changes anything: 24 KiB.
   * Interpreted, a call needs 6 to 9, and the room of a request behind them.
   *
   * @throws StackOverflowError if there is less left than the call may take
   */
  public static void requireForCall() {
    ofCall(none);
  }

  /**
   * For a request to the server, which Lettuce and Netty take to the event loop: 8 KiB.
   *
   * @throws StackOverflowError if there is less left than the request may take
   */
  static void requireForRequest() {
    ofRequest(none);
  }

  /** It calls itself, though never: where nothing is called, a compiler need not look. */
  @SuppressWarnings("unused")
  private static int ofRequest(int again) {
    // spotless:off
    long aa0, aa1, aa2, aa3, aa4, aa5, aa6, aa7, aa8, aa9, ab0, ab1, ab2, ab3, ab4, ab5, ab6, ab7,
    ab8, ab9, ac0, ac1, ac2, ac3, ac4, ac5, ac6, ac7, ac8, ac9, ad0, ad1, ad2, ad3, ad4, ad5, ad6,
    ad7, ad8, ad9, ae0, ae1, ae2, ae3, ae4, ae5, ae6, ae7, ae8, ae9, af0, af1, af2, af3, af4, af5,
    af6, af7, af8, af9, ag0, ag1, ag2, ag3, ag4, ag5, ag6, ag7, ag8, ag9, ah0, ah1, ah2, ah3, ah4,
    ah5, ah6, ah7, ah8, ah9, ai0, ai1, ai2, ai3, ai4, ai5, ai6, ai7, ai8, ai9, aj0, aj1, aj2, aj3,
    aj4, aj5, aj6, aj7, aj8, aj9, ak0, ak1, ak2, ak3, ak4, ak5, ak6, ak7, ak8, ak9, al0, al1, al2,
    al3, al4, al5, al6, al7, al8, al9, am0, am1, am2, am3, am4, am5, am6, am7, am8, am9, an0, an1,
    an2, an3, an4, an5, an6, an7, an8, an9, ao0, ao1, ao2, ao3, ao4, ao5, ao6, ao7, ao8, ao9, ap0,
    ap1, ap2, ap3, ap4, ap5, ap6, ap7, ap8, ap9, aq0, aq1, aq2, aq3, aq4, aq5, aq6, aq7, aq8, aq9,
    ar0, ar1, ar2, ar3, ar4, ar5, ar6, ar7, ar8, ar9, as0, as1, as2, as3, as4, as5, as6, as7, as8,
    as9, at0, at1, at2, at3, at4, at5, at6, at7, at8, at9, au0, au1, au2, au3, au4, au5, au6, au7,
    au8, au9, av0, av1, av2, av3, av4, av5, av6, av7, av8, av9, aw0, aw1, aw2, aw3, aw4, aw5, aw6,
    aw7, aw8, aw9, ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ay0, ay1, ay2, ay3, ay4, ay5,
    ay6, ay7, ay8, ay9, az0, az1, az2, az3, az4, az5, az6, az7, az8, az9, ba0, ba1, ba2, ba3, ba4,
    ba5, ba6, ba7, ba8, ba9, bb0, bb1, bb2, bb3, bb4, bb5, bb6, bb7, bb8, bb9, bc0, bc1, bc2, bc3,
    bc4, bc5, bc6, bc7, bc8, bc9, bd0, bd1, bd2, bd3, bd4, bd5, bd6, bd7, bd8, bd9, be0, be1, be2,
    be3, be4, be5, be6, be7, be8, be9, bf0, bf1, bf2, bf3, bf4, bf5, bf6, bf7, bf8, bf9, bg0, bg1,
    bg2, bg3, bg4, bg5, bg6, bg7, bg8, bg9, bh0, bh1, bh2, bh3, bh4, bh5, bh6, bh7, bh8, bh9, bi0,
    bi1, bi2, bi3, bi4, bi5, bi6, bi7, bi8, bi9, bj0, bj1, bj2, bj3, bj4, bj5, bj6, bj7, bj8, bj9,
    bk0, bk1, bk2, bk3, bk4, bk5, bk6, bk7, bk8, bk9, bl0, bl1, bl2, bl3, bl4, bl5, bl6, bl7, bl8,
    bl9, bm0, bm1, bm2, bm3, bm4, bm5, bm6, bm7, bm8, bm9, bn0, bn1, bn2, bn3, bn4, bn5, bn6, bn7,
    bn8, bn9, bo0, bo1, bo2, bo3, bo4, bo5, bo6, bo7, bo8, bo9, bp0, bp1, bp2, bp3, bp4, bp5, bp6,
    bp7, bp8, bp9, bq0, bq1, bq2, bq3, bq4, bq5, bq6, bq7, bq8, bq9, br0, br1, br2, br3, br4, br5,
    br6, br7, br8, br9, bs0, bs1, bs2, bs3, bs4, bs5, bs6, bs7, bs8, bs9, bt0, bt1, bt2, bt3, bt4,
    bt5, bt6, bt7, bt8, bt9, bu0, bu1, bu2, bu3, bu4, bu5, bu6, bu7, bu8, bu9, bv0, bv1, bv2, bv3,
    bv4, bv5, bv6, bv7, bv8, bv9, bw0, bw1, bw2, bw3, bw4, bw5, bw6, bw7, bw8, bw9, bx0, bx1, bx2,
    bx3, bx4, bx5, bx6, bx7, bx8, bx9, by0, by1, by2, by3, by4, by5, by6, by7, by8, by9, bz0, bz1;
    // spotless:on
    return again > 0 ? ofRequest(again - 1) : none;
  }

  /** The same, three times as large. */
  @SuppressWarnings("unused")
  private static int ofCall(int again) {
    // spotless:off
    long aa0, aa1, aa2, aa3, aa4, aa5, aa6, aa7, aa8, aa9, ab0, ab1, ab2, ab3, ab4, ab5, ab6, ab7,
    ab8, ab9, ac0, ac1, ac2, ac3, ac4, ac5, ac6, ac7, ac8, ac9, ad0, ad1, ad2, ad3, ad4, ad5, ad6,
    ad7, ad8, ad9, ae0, ae1, ae2, ae3, ae4, ae5, ae6, ae7, ae8, ae9, af0, af1, af2, af3, af4, af5,
    af6, af7, af8, af9, ag0, ag1, ag2, ag3, ag4, ag5, ag6, ag7, ag8, ag9, ah0, ah1, ah2, ah3, ah4,
    ah5, ah6, ah7, ah8, ah9, ai0, ai1, ai2, ai3, ai4, ai5, ai6, ai7, ai8, ai9, aj0, aj1, aj2, aj3,
    aj4, aj5, aj6, aj7, aj8, aj9, ak0, ak1, ak2, ak3, ak4, ak5, ak6, ak7, ak8, ak9, al0, al1, al2,
    al3, al4, al5, al6, al7, al8, al9, am0, am1, am2, am3, am4, am5, am6, am7, am8, am9, an0, an1,
    an2, an3, an4, an5, an6, an7, an8, an9, ao0, ao1, ao2, ao3, ao4, ao5, ao6, ao7, ao8, ao9, ap0,
    ap1, ap2, ap3, ap4, ap5, ap6, ap7, ap8, ap9, aq0, aq1, aq2, aq3, aq4, aq5, aq6, aq7, aq8, aq9,
    ar0, ar1, ar2, ar3, ar4, ar5, ar6, ar7, ar8, ar9, as0, as1, as2, as3, as4, as5, as6, as7, as8,
    as9, at0, at1, at2, at3, at4, at5, at6, at7, at8, at9, au0, au1, au2, au3, au4, au5, au6, au7,
    au8, au9, av0, av1, av2, av3, av4, av5, av6, av7, av8, av9, aw0, aw1, aw2, aw3, aw4, aw5, aw6,
    aw7, aw8, aw9, ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8, ax9, ay0, ay1, ay2, ay3, ay4, ay5,
    ay6, ay7, ay8, ay9, az0, az1, az2, az3, az4, az5, az6, az7, az8, az9, ba0, ba1, ba2, ba3, ba4,
    ba5, ba6, ba7, ba8, ba9, bb0, bb1, bb2, bb3, bb4, bb5, bb6, bb7, bb8, bb9, bc0, bc1, bc2, bc3,
    bc4, bc5, bc6, bc7, bc8, bc9, bd0, bd1, bd2, bd3, bd4, bd5, bd6, bd7, bd8, bd9, be0, be1, be2,
    be3, be4, be5, be6, be7, be8, be9, bf0, bf1, bf2, bf3, bf4, bf5, bf6, bf7, bf8, bf9, bg0, bg1,
    bg2, bg3, bg4, bg5, bg6, bg7, bg8, bg9, bh0, bh1, bh2, bh3, bh4, bh5, bh6, bh7, bh8, bh9, bi0,
    bi1, bi2, bi3, bi4, bi5, bi6, bi7, bi8, bi9, bj0, bj1, bj2, bj3, bj4, bj5, bj6, bj7, bj8, bj9,
    bk0, bk1, bk2, bk3, bk4, bk5, bk6, bk7, bk8, bk9, bl0, bl1, bl2, bl3, bl4, bl5, bl6, bl7, bl8,
    bl9, bm0, bm1, bm2, bm3, bm4, bm5, bm6, bm7, bm8, bm9, bn0, bn1, bn2, bn3, bn4, bn5, bn6, bn7,
    bn8, bn9, bo0, bo1, bo2, bo3, bo4, bo5, bo6, bo7, bo8, bo9, bp0, bp1, bp2, bp3, bp4, bp5, bp6,
    bp7, bp8, bp9, bq0, bq1, bq2, bq3, bq4, bq5, bq6, bq7, bq8, bq9, br0, br1, br2, br3, br4, br5,
    br6, br7, br8, br9, bs0, bs1, bs2, bs3, bs4, bs5, bs6, bs7, bs8, bs9, bt0, bt1, bt2, bt3, bt4,
    bt5, bt6, bt7, bt8, bt9, bu0, bu1, bu2, bu3, bu4, bu5, bu6, bu7, bu8, bu9, bv0, bv1, bv2, bv3,
    bv4, bv5, bv6, bv7, bv8, bv9, bw0, bw1, bw2, bw3, bw4, bw5, bw6, bw7, bw8, bw9, bx0, bx1, bx2,
    bx3, bx4, bx5, bx6, bx7, bx8, bx9, by0, by1, by2, by3, by4, by5, by6, by7, by8, by9, bz0, bz1,
    bz2, bz3, bz4, bz5, bz6, bz7, bz8, bz9, ca0, ca1, ca2, ca3, ca4, ca5, ca6, ca7, ca8, ca9, cb0,
    cb1, cb2, cb3, cb4, cb5, cb6, cb7, cb8, cb9, cc0, cc1, cc2, cc3, cc4, cc5, cc6, cc7, cc8, cc9,
    cd0, cd1, cd2, cd3, cd4, cd5, cd6, cd7, cd8, cd9, ce0, ce1, ce2, ce3, ce4, ce5, ce6, ce7, ce8,
    ce9, cf0, cf1, cf2, cf3, cf4, cf5, cf6, cf7, cf8, cf9, cg0, cg1, cg2, cg3, cg4, cg5, cg6, cg7,
    cg8, cg9, ch0, ch1, ch2, ch3, ch4, ch5, ch6, ch7, ch8, ch9, ci0, ci1, ci2, ci3, ci4, ci5, ci6,
    ci7, ci8, ci9, cj0, cj1, cj2, cj3, cj4, cj5, cj6, cj7, cj8, cj9, ck0, ck1, ck2, ck3, ck4, ck5,
    ck6, ck7, ck8, ck9, cl0, cl1, cl2, cl3, cl4, cl5, cl6, cl7, cl8, cl9, cm0, cm1, cm2, cm3, cm4,
    cm5, cm6, cm7, cm8, cm9, cn0, cn1, cn2, cn3, cn4, cn5, cn6, cn7, cn8, cn9, co0, co1, co2, co3,
    co4, co5, co6, co7, co8, co9, cp0, cp1, cp2, cp3, cp4, cp5, cp6, cp7, cp8, cp9, cq0, cq1, cq2,
    cq3, cq4, cq5, cq6, cq7, cq8, cq9, cr0, cr1, cr2, cr3, cr4, cr5, cr6, cr7, cr8, cr9, cs0, cs1,
    cs2, cs3, cs4, cs5, cs6, cs7, cs8, cs9, ct0, ct1, ct2, ct3, ct4, ct5, ct6, ct7, ct8, ct9, cu0,
    cu1, cu2, cu3, cu4, cu5, cu6, cu7, cu8, cu9, cv0, cv1, cv2, cv3, cv4, cv5, cv6, cv7, cv8, cv9,
    cw0, cw1, cw2, cw3, cw4, cw5, cw6, cw7, cw8, cw9, cx0, cx1, cx2, cx3, cx4, cx5, cx6, cx7, cx8,
    cx9, cy0, cy1, cy2, cy3, cy4, cy5, cy6, cy7, cy8, cy9, cz0, cz1, cz2, cz3, cz4, cz5, cz6, cz7,
    cz8, cz9, da0, da1, da2, da3, da4, da5, da6, da7, da8, da9, db0, db1, db2, db3, db4, db5, db6,
    db7, db8, db9, dc0, dc1, dc2, dc3, dc4, dc5, dc6, dc7, dc8, dc9, dd0, dd1, dd2, dd3, dd4, dd5,
    dd6, dd7, dd8, dd9, de0, de1, de2, de3, de4, de5, de6, de7, de8, de9, df0, df1, df2, df3, df4,
    df5, df6, df7, df8, df9, dg0, dg1, dg2, dg3, dg4, dg5, dg6, dg7, dg8, dg9, dh0, dh1, dh2, dh3,
    dh4, dh5, dh6, dh7, dh8, dh9, di0, di1, di2, di3, di4, di5, di6, di7, di8, di9, dj0, dj1, dj2,
    dj3, dj4, dj5, dj6, dj7, dj8, dj9, dk0, dk1, dk2, dk3, dk4, dk5, dk6, dk7, dk8, dk9, dl0, dl1,
    dl2, dl3, dl4, dl5, dl6, dl7, dl8, dl9, dm0, dm1, dm2, dm3, dm4, dm5, dm6, dm7, dm8, dm9, dn0,
    dn1, dn2, dn3, dn4, dn5, dn6, dn7, dn8, dn9, do0, do1, do2, do3, do4, do5, do6, do7, do8, do9,
    dp0, dp1, dp2, dp3, dp4, dp5, dp6, dp7, dp8, dp9, dq0, dq1, dq2, dq3, dq4, dq5, dq6, dq7, dq8,
    dq9, dr0, dr1, dr2, dr3, dr4, dr5, dr6, dr7, dr8, dr9, ds0, ds1, ds2, ds3, ds4, ds5, ds6, ds7,
    ds8, ds9, dt0, dt1, dt2, dt3, dt4, dt5, dt6, dt7, dt8, dt9, du0, du1, du2, du3, du4, du5, du6,
    du7, du8, du9, dv0, dv1, dv2, dv3, dv4, dv5, dv6, dv7, dv8, dv9, dw0, dw1, dw2, dw3, dw4, dw5,
    dw6, dw7, dw8, dw9, dx0, dx1, dx2, dx3, dx4, dx5, dx6, dx7, dx8, dx9, dy0, dy1, dy2, dy3, dy4,
    dy5, dy6, dy7, dy8, dy9, dz0, dz1, dz2, dz3, dz4, dz5, dz6, dz7, dz8, dz9, ea0, ea1, ea2, ea3,
    ea4, ea5, ea6, ea7, ea8, ea9, eb0, eb1, eb2, eb3, eb4, eb5, eb6, eb7, eb8, eb9, ec0, ec1, ec2,
    ec3, ec4, ec5, ec6, ec7, ec8, ec9, ed0, ed1, ed2, ed3, ed4, ed5, ed6, ed7, ed8, ed9, ee0, ee1,
    ee2, ee3, ee4, ee5, ee6, ee7, ee8, ee9, ef0, ef1, ef2, ef3, ef4, ef5, ef6, ef7, ef8, ef9, eg0,
    eg1, eg2, eg3, eg4, eg5, eg6, eg7, eg8, eg9, eh0, eh1, eh2, eh3, eh4, eh5, eh6, eh7, eh8, eh9,
    ei0, ei1, ei2, ei3, ei4, ei5, ei6, ei7, ei8, ei9, ej0, ej1, ej2, ej3, ej4, ej5, ej6, ej7, ej8,
    ej9, ek0, ek1, ek2, ek3, ek4, ek5, ek6, ek7, ek8, ek9, el0, el1, el2, el3, el4, el5, el6, el7,
    el8, el9, em0, em1, em2, em3, em4, em5, em6, em7, em8, em9, en0, en1, en2, en3, en4, en5, en6,
    en7, en8, en9, eo0, eo1, eo2, eo3, eo4, eo5, eo6, eo7, eo8, eo9, ep0, ep1, ep2, ep3, ep4, ep5,
    ep6, ep7, ep8, ep9, eq0, eq1, eq2, eq3, eq4, eq5, eq6, eq7, eq8, eq9, er0, er1, er2, er3, er4,
    er5, er6, er7, er8, er9, es0, es1, es2, es3, es4, es5, es6, es7, es8, es9, et0, et1, et2, et3,
    et4, et5, et6, et7, et8, et9, eu0, eu1, eu2, eu3, eu4, eu5, eu6, eu7, eu8, eu9, ev0, ev1, ev2,
    ev3, ev4, ev5, ev6, ev7, ev8, ev9, ew0, ew1, ew2, ew3, ew4, ew5, ew6, ew7, ew8, ew9, ex0, ex1,
    ex2, ex3, ex4, ex5, ex6, ex7, ex8, ex9, ey0, ey1, ey2, ey3, ey4, ey5, ey6, ey7, ey8, ey9, ez0,
    ez1, ez2, ez3, ez4, ez5, ez6, ez7, ez8, ez9, fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7, fa8, fa9,
    fb0, fb1, fb2, fb3, fb4, fb5, fb6, fb7, fb8, fb9, fc0, fc1, fc2, fc3, fc4, fc5, fc6, fc7, fc8,
    fc9, fd0, fd1, fd2, fd3, fd4, fd5, fd6, fd7, fd8, fd9, fe0, fe1, fe2, fe3, fe4, fe5, fe6, fe7,
    fe8, fe9, ff0, ff1, ff2, ff3, ff4, ff5, ff6, ff7, ff8, ff9, fg0, fg1, fg2, fg3, fg4, fg5, fg6,
    fg7, fg8, fg9, fh0, fh1, fh2, fh3, fh4, fh5, fh6, fh7, fh8, fh9, fi0, fi1, fi2, fi3, fi4, fi5,
    fi6, fi7, fi8, fi9, fj0, fj1, fj2, fj3, fj4, fj5, fj6, fj7, fj8, fj9, fk0, fk1, fk2, fk3, fk4,
    fk5, fk6, fk7, fk8, fk9, fl0, fl1, fl2, fl3, fl4, fl5, fl6, fl7, fl8, fl9, fm0, fm1, fm2, fm3,
    fm4, fm5, fm6, fm7, fm8, fm9, fn0, fn1, fn2, fn3, fn4, fn5, fn6, fn7, fn8, fn9, fo0, fo1, fo2,
    fo3, fo4, fo5, fo6, fo7, fo8, fo9, fp0, fp1, fp2, fp3, fp4, fp5, fp6, fp7, fp8, fp9, fq0, fq1,
    fq2, fq3, fq4, fq5, fq6, fq7, fq8, fq9, fr0, fr1, fr2, fr3, fr4, fr5, fr6, fr7, fr8, fr9, fs0,
    fs1, fs2, fs3, fs4, fs5, fs6, fs7, fs8, fs9, ft0, ft1, ft2, ft3, ft4, ft5, ft6, ft7, ft8, ft9,
    fu0, fu1, fu2, fu3, fu4, fu5, fu6, fu7, fu8, fu9, fv0, fv1, fv2, fv3, fv4, fv5, fv6, fv7, fv8,
    fv9, fw0, fw1, fw2, fw3, fw4, fw5, fw6, fw7, fw8, fw9, fx0, fx1, fx2, fx3, fx4, fx5;
    // spotless:on
    return again > 0 ? ofCall(again - 1) : none;
  }
}
